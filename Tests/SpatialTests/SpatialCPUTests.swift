import Foundation
import Testing

/// The loops for sources in space, compiled for each kind of CPU that this machine can be.
@Suite struct SpatialCPUTests {
    /// Buses, delays and filters in cells that are cut in many ways; prints a hash of every bit.
    private static let program = """
        #include "avf_dsp_spatial.h"
        #include <inttypes.h>
        #include <stdio.h>
        #include <string.h>
        enum { CELL = 64, FEEDS = 11, TAPS = 96, HISTORY = 128, STRIDE = HISTORY + CELL };
        static float inputs[16][HISTORY + CELL], rows[5 * STRIDE], ears[2][CELL];
        static float gains[FEEDS][48], targets[FEEDS][48], steps[FEEDS][48];
        static float bus[(TAPS + CELL) * 16], own[CELL * 48], line[CELL + 48], filters[TAPS * 16];
        static float coefficients[60], output[CELL], block[CELL], memory[2], combined[TAPS + 31];
        static uint64_t hash = 14695981039346656037u;
        static uint32_t state = 1;
        static float noise(void) {
            state = state * 1664525 + 1013904223;
            return (float)(int32_t)state / 2147483648.0f;
        }
        static void add(const float *values, size_t count) {
            for (size_t i = 0; i < count; i++) {
                uint32_t bits;
                memcpy(&bits, values + i, 4);
                hash = (hash ^ bits) * 1099511628211u;
            }
        }
        static void stretch(int cell, size_t from, size_t count) {
            avf_dsp_spatial_feed feeds[FEEDS];
            for (int i = 0; i < FEEDS; i++) {
                const float *moves = i % 3 ? steps[i] : NULL;
                feeds[i] = (avf_dsp_spatial_feed){inputs[i] + HISTORY + from, gains[i], moves, 1 + i % 3};
            }
            memset(own, 0, sizeof own);
            avf_dsp_spatial_feed_bus(own, 3, feeds, FEEDS, count);
            avf_dsp_spatial_spread(line, own, 3, count);
            add(line, count);
            memmove(line, line + count, sizeof line - count * 4);
            memset(line + CELL + 48 - count, 0, count * 4);
            memset(output, 0, sizeof output);
            avf_dsp_spatial_decode(output, bus + (TAPS + from) * 16, filters, 1, TAPS, count);
            add(output, count);
            for (int kind = 0; kind < 2; kind++) {
                avf_dsp_spatial_farrow farrow = {kind ? 12 : 8, kind ? 5 : 4, coefficients};
                avf_dsp_spatial_subfilter(&farrow, rows + HISTORY - 80, STRIDE, inputs[kind] + HISTORY - 80,
                                          80 + from + count);
                const float slope = 0.02f * (float)(cell % 7 - 3);
                avf_dsp_spatial_delay(&farrow, ears[kind], rows + HISTORY + from, STRIDE, 20.3f, slope, from, count);
                add(ears[kind], count);
            }
            memory[0] = avf_dsp_spatial_low_pass(block, inputs[2] + HISTORY + from, memory[0], 0.3f, 0.01f, from, count);
            add(block, count);
            const avf_dsp_spatial_shelf start = {1.2f, -0.4f, -0.3f}, step = {0.001f, 0.002f, -0.001f};
            avf_dsp_spatial_shelf_run(block, block, memory, start, step, from, count);
            add(block, count);
            add(avf_dsp_spatial_take(block, inputs[3] + HISTORY + from, count) ? block : output, 1);
            add(block, count);
        }
        int main(int argc, char **argv) {
            const int cuts = argc > 1;
            for (int i = 0; i < 60; i++)
                coefficients[i] = noise();
            for (int i = 0; i < TAPS * 16; i++)
                filters[i] = noise();
            for (int cell = 0; cell < 40; cell++) {
                for (int i = 0; i < 16; i++)
                    for (int n = 0; n < HISTORY + CELL; n++)
                        inputs[i][n] = noise();
                for (int i = 0; i < (TAPS + CELL) * 16; i++)
                    bus[i] = noise();
                for (int i = 0; i < FEEDS; i++) {
                    for (int k = 0; k < 48; k++)
                        targets[i][k] = noise(), gains[i][k] = noise();
                    avf_dsp_spatial_aim(steps[i], gains[i], targets[i], 48);
                }
                const float weights[3] = {noise(), noise(), noise()};
                avf_dsp_spatial_blend(combined, filters, filters + 100, filters + 300, weights, TAPS);
                add(combined, TAPS);
                avf_dsp_spatial_combine(combined, filters + cell, TAPS, coefficients, 32);
                add(combined, TAPS + 31);
                size_t from = 0;
                while (from < CELL) {
                    size_t count = cuts ? 1 + (size_t)(cell * 7 + (int)from * 5) % 23 : CELL;
                    count = count < CELL - from ? count : CELL - from;
                    stretch(cell, from, count);
                    from += count;
                }
                for (int i = 0; i < FEEDS; i++)
                    add(gains[i], 48);
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
        let sources = ["bus", "delay", "filter"].map { "\(root.path)/Sources/CDSP/spatial_\($0).c" }
        let headers = ["-I\(root.path)/Sources/CDSP/include", "-I\(root.path)/Sources/CRealtime/include"]
        let arguments = ["clang", "-O3", "-ffp-contract=off"] + flags + headers + [source.path] + sources
        _ = try run("/usr/bin/env", arguments + ["-o", binary])
        return try run(binary, ["cut"])
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
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("spatial-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
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
