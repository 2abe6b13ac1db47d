import Foundation
import TestSupport
import Testing

/// The voices' loops, compiled for each kind of CPU that this machine can be.
@Suite struct SamplerCPUTests {
    /// Forty voices of all kinds in four interpolations; prints a hash of every bit that they sound.
    private static let program = """
        #include "avf_dsp_voice.h"
        #include <inttypes.h>
        #include <stdio.h>
        #include <stdlib.h>
        enum { COUNT = 48, LENGTH = 5000 };
        static int16_t frames[LENGTH];
        static uint8_t low[LENGTH];
        static float decimals[LENGTH], stage[AVF_DSP_VOICE_STAGE], sinc[513 * 16], sums[4][32];
        static avf_dsp_voice voices[COUNT];
        static avf_dsp_voice_group groups[COUNT / 16];
        static avf_dsp_voice voice(int i) {
            const void *source = i % 3 == 2 ? (void *)decimals : (void *)frames;
            avf_dsp_voice v = {.sample = {source, low, i, LENGTH - i, 100 + i, LENGTH - 40 * i, i % 3}};
            v.volume = (avf_dsp_voice_envelope){i % 5 * 30, i % 7 * 17.3, i, 4000 + i, 700.5, i % 2 ? 300 : 1440};
            v.modulation = (avf_dsp_voice_envelope){i % 3 * 10, 250.5, i, 3000, 900, 0.3};
            v.modulationLFO = (avf_dsp_voice_lfo){i % 4 * 40, 0, 1e-4 * (1 + i)};
            v.vibratoLFO = (avf_dsp_voice_lfo){i, 0, 2e-4};
            v.pace = 0x1p32 * (0.3 + 0.17 * i);
            v.modulationLFOToPitch = i % 4 * 11;
            v.vibratoLFOToPitch = i % 3 * 20;
            v.modulationToPitch = i % 5 * 100;
            v.cutoff = 7000 + 150 * i;
            v.modulationLFOToCutoff = i % 3 * 500;
            v.modulationToCutoff = i % 6 * 300;
            v.damping = 0.1 + 0.03 * i;
            v.amplitude = 0.9;
            v.modulationLFOToVolume = i % 3 * 20;
            v.shares[0] = 0.8f, v.shares[1] = 0.3f, v.shares[2] = i % 9 ? 0 : 0.1f, v.shares[3] = i % 16 ? 0 : 0.2f;
            v.isLooping = i % 4 > 0, v.isFiltered = i % 3 > 0;
            return v;
        }
        int main(void) {
            for (int i = 0; i < LENGTH; i++) {
                frames[i] = (int16_t)(i * 7919), low[i] = (uint8_t)(i * 31);
                decimals[i] = (float)(i * 7919 % 1013) / 1013 - 0.5f;
            }
            for (int i = 0; i < 513 * 16; i++)
                sinc[i] = (float)(i * 37 % 1009) / 8072;
            uint64_t hash = 14695981039346656037u;
            float *const buses[] = {sums[0], sums[1], sums[2], sums[3]};
            for (int quality = 0; quality < 4; quality++) {
                avf_dsp_voices all = {voices, groups, 0, stage, sinc, sinc, 48000, quality};
                for (int i = 0; i < COUNT; i++)
                    avf_dsp_voice_end(&all, (size_t)i);
                int64_t time = 0;
                for (int step = 0; step < 700; step++) {
                    if (step < COUNT) {
                        voices[step] = voice(step);
                        avf_dsp_voice_start(&all, (size_t)step, time);
                    }
                    if (step > 200 && step % 10 == 0)
                        avf_dsp_voice_release(&all, (size_t)(step / 10 % COUNT), 900 + step, time);
                    if (step > 300 && step % 25 == 0)
                        avf_dsp_voice_fade(&all, (size_t)(step / 25 % COUNT), 240, time);
                    int64_t count = 1 + step * 13 % 32, left = 32 - time % 32;
                    count = count < left ? count : left;
                    avf_dsp_voices_run(&all, time, buses, (size_t)count);
                    time += count;
                    for (int bus = 0; bus < 4; bus++)
                        for (int64_t k = 0; k < count; k++) {
                            uint32_t bits;
                            __builtin_memcpy(&bits, &sums[bus][k], 4);
                            hash = (hash ^ bits) * 1099511628211u;
                        }
                }
            }
            printf("%" PRIx64 "\\n", hash);
        }
        """

    private func run(_ path: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(path) \(arguments)")
        return String(decoding: text, as: UTF8.self)
    }

    /// What the program prints if it is compiled with these flags.
    private func hash(_ flags: [String], in folder: URL) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let source = folder.appendingPathComponent("scene.c")
        try Self.program.write(to: source, atomically: true, encoding: .utf8)
        let binary = folder.appendingPathComponent("scene").path
        let sources = ["voice.c", "voice_envelope.c", "voice_run.c", "voice_steer.c"].map {
            "\(root.path)/Sources/CDSP/\($0)"
        }
        let headers = ["-I\(root.path)/Sources/CDSP/include", "-I\(root.path)/Sources/CRealtime/include"]
        let arguments = ["clang", "-O3", "-ffp-contract=off"] + flags + headers + [source.path] + sources
        _ = try run("/usr/bin/env", arguments + ["-o", binary])
        return try run(binary, [])
    }

    /// The levels of x86-64 that this machine has.
    private func levels() throws -> [String] {
        let facts = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
        var levels = ["x86-64"]
        if facts.contains("avx2") && facts.contains("fma") { levels.append("x86-64-v3") }
        if facts.contains("avx512vl") { levels.append("x86-64-v4") }
        return levels
    }

    @Test func `every CPU gives the same samples`() throws {
        let folder = URL(fileURLWithPath: TestRoot.unused("voices"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let dispatched = try hash([], in: folder)
        #expect(dispatched.count > 10)
        #expect(
            try hash(["-DAVF_DSP_CLONES=", "-fno-vectorize", "-fno-slp-vectorize"], in: folder) == dispatched)
        #if arch(x86_64)
            for level in try levels() {
                #expect(
                    try hash(["-DAVF_DSP_CLONES=", "-march=\(level)"], in: folder) == dispatched, "\(level)")
            }
        #endif
    }
}
