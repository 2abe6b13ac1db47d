import Foundation
import Testing

/// MIDI on the command line, where there are no ports but those that a program makes itself.
@Suite struct MIDICommandTests {
    private let loopback = ["AVFAUDIO_MIDI": "loopback"]

    @Test func `a machine without a sequencer has no ports, and is told so`() throws {
        let run = try CommandRun(["midi"], environment: loopback)
        #expect(run.status == 0 && run.output == "")
        #expect(run.errors.contains("no ALSA sequencer"))
        let json = try CommandRun(["midi", "ports", "--json"], environment: loopback)
        #expect(json.status == 0 && json.output == "[]\n" && json.errors == "")
    }

    @Test(arguments: [
        (["midi", "send", "synth", "90", "3C", "64"], 69, "no MIDI port 'synth'"),
        (["midi", "send", "synth"], 64, "Give bytes or --note"),
        (["midi", "send", "synth", "G0"], 64, "“G0” is no byte"),
        (["midi", "send", "synth", "--note", "128"], 64, "“128” is no note"),
        (["midi", "send", "synth", "--note", "60,0"], 64, "“60,0” is no note"),
        (["midi", "monitor"], 69, "no MIDI port"),
        (["midi", "monitor", "keys", "--count", "0"], 64, "--count"),
        (["play", "--midi", "keystation"], 69, "no MIDI port 'keystation'"),
        (["play", "--midi", "x", "in.wav"], 64, "not both"),
        (["play"], 64, "Give a file"),
        (["play", "in.wav", "--program", "3"], 64, "--program is for --midi"),
        (["play", "--midi", "x", "--program", "128"], 64, "0 to 127"),
        (["play", "--midi", "x", "--unit", "gain", "--bank", "/none.sf2"], 66, "none.sf2"),
        (["play", "--midi", "x", "--unit", "sampler", "--bank", "/none.sf2"], 64, "--bank"),
    ])
    func `what cannot be is refused by its name`(arguments: [String], status: Int, text: String) throws {
        let run = try CommandRun(arguments, environment: loopback)
        #expect(run.status == Int32(status), "\(run.errors)")
        #expect(run.errors.contains(text), "\(run.errors)")
    }
}
