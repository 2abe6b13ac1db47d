import Foundation
import TestSupport
import Testing

/// Whole ways of sound through a server that keeps the time.
///
/// A machine that is too busy to play is told by the programs themselves, and the attempt is repeated; what
/// they do not tell fails. AVF_SERVER_SECONDS=60 makes the attempts longer, and is
/// for a machine that is idle.
@Suite(
    .serialized,
    .enabled(if: SoundServer.isUsable, "no sound server can be run with real-time priority"))
struct SoundServerTests {
    private static let wish = ProcessInfo.processInfo.environment["AVF_SERVER_SECONDS"].flatMap(Int.init)
    private static let seconds = wish ?? 5
    /// One period; two beside all the other tests, which keep the server's clock from being read at once.
    private static let periods = wish == nil ? 2.0 : 1.0

    /// Records one device while other commands run, until none of them tells of a dropout.
    private func record(
        _ device: String, seconds: Int, in folder: ScratchFolder, _ server: SoundServer, while others: String
    ) throws -> (samples: [Float], errors: String) {
        var errors = ""
        for _ in 0..<5 {
            let line =
                "\"$0\" record \"$1\" --device \(device) --duration \(seconds) --overwrite & \(others); wait"
            let run = try CommandRun.shell(
                line, [folder.file("take.wav"), folder.file("in.wav")], environment: server.environment)
            errors = run.errors
            let isWhole = !errors.contains("were not captured") && !errors.contains("dropped out")
            let counts = errors.components(separatedBy: "dropouts: ").dropFirst()
            guard isWhole, counts.allSatisfy({ $0.hasPrefix("0") }) else { continue }
            return (try TestSignal.read(folder.file("take.wav"))[0], errors)
        }
        Issue.record("every attempt was interrupted: \(errors)")
        return ([], errors)
    }

    @Test func `a tone that is played to a server and captured from it has lost and repeated no frame`()
        throws
    {
        let (folder, server) = (try ScratchFolder(), try SoundServer())
        let seconds = Self.seconds
        let tone = (0..<48_000 * (seconds + 4)).map {
            Float(0.5 * sin(2 * .pi * 1_000 * Double($0) / 48_000))
        }
        try TestSignal.write([tone, tone], to: folder.file("in.wav"))
        let (samples, errors) = try record(
            "hear-one", seconds: seconds + 2, in: folder, server,
            while: "timeout -s INT \(seconds + 1) \"$0\" play \"$2\" --device one --stats")
        let begin = try #require(samples.firstIndex { abs($0) > 0.1 }, "\(errors)") + 4_800
        let end = try #require(samples.lastIndex { abs($0) > 0.1 }) - 4_800
        #expect(end - begin > 48_000 * (seconds - 2))
        // The tone of each hundredth of a second: where it stands, and how loud it is.
        var (first, worstTurn, worstDecibels) = ((re: 0.0, im: 0.0), 0.0, 0.0)
        for block in 0..<(end - begin) / 480 {
            var (re, im) = (0.0, 0.0)
            for frame in 0..<480 {
                let angle = 2 * .pi * 1_000 * Double(block * 480 + frame) / 48_000
                let value = Double(samples[begin + block * 480 + frame])
                re += value * cos(angle) / 240
                im -= value * sin(angle) / 240
            }
            if block == 0 { first = (re, im) }
            worstTurn = max(
                worstTurn, abs(atan2(im * first.re - re * first.im, re * first.re + im * first.im)))
            worstDecibels = max(worstDecibels, abs(20 * log10(hypot(re, im) / 0.5)))
        }
        // One frame more or less would turn it by 0.13.
        #expect(worstTurn < 1e-4 && worstDecibels < 1e-3, "\(worstTurn) rad, \(worstDecibels) dB")
        Figure.note("a tone through a sound server, phase in radians", worstTurn, limit: "1e-4")
    }

    @Test func `what is reported of a round trip is what is measured`() throws {
        let (folder, server) = (try ScratchFolder(), try SoundServer())
        var clicks = [Float](repeating: 0, count: 48_000 * 6)
        for second in 3..<6 { for frame in 0..<8 { clicks[48_000 * second + frame] = 0.9 } }
        try TestSignal.write([clicks, clicks], to: folder.file("in.wav"))
        // What the server plays is heard, made softer and played again: each click has echoes.
        let (samples, errors) = try record(
            "hear-one", seconds: 9, in: folder, server,
            while: "\"$0\" monitor hear-one --device one --unit gain:gain=-12 --duration 8 --stats & "
                + "\"$0\" play \"$2\" --device one")
        let numbers = errors.components(separatedBy: "latency ").dropFirst()
            .first { $0.contains("ms in") }?.split(separator: " ").compactMap { Double($0) }
        let reported = try #require(numbers).prefix(2).reduce(0, +) * 48
        var (place, distances) = (0, [Double]())
        while let click = samples[place...].firstIndex(where: { $0 > 0.6 }) {
            place = min(samples.count, click + 24_000)
            let rest = samples[(click + 400)..<place]
            let echo = try #require(rest.indices.max { abs(samples[$0]) < abs(samples[$1]) })
            #expect(abs(samples[echo]) > 0.1)
            distances.append(Double(echo - click))
        }
        #expect(distances.count == 3)
        for distance in distances {
            #expect(
                abs(distance - reported) < 512 * Self.periods,
                "\(distance) frames measured, \(reported) reported")
        }
        let worst = distances.map { abs($0 - reported) }.max() ?? 0
        Figure.note("round trip through a sound server, frames beside the report", worst, limit: "512")
    }

    @Test func `a second device plays the same beside the first`() throws {
        let (folder, server) = (try ScratchFolder(), try SoundServer())
        let tone = (0..<48_000 * 6).map { Float(0.5 * sin(2 * .pi * 1_000 * Double($0) / 48_000)) }
        try TestSignal.write([tone, tone], to: folder.file("in.wav"))
        let (samples, _) = try record(
            "hear-two", seconds: 7, in: folder, server,
            while: "\"$0\" play \"$2\" --device one --also two --stats")
        let heard = samples.dropFirst(96_000).prefix(96_000).map(abs).max() ?? 0
        #expect(abs(heard - 0.5) < 0.01)
        #expect(samples.count { abs($0) > 0.01 } > 48_000 * 5)
    }
}
