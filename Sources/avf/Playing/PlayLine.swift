import AVFEngine
import Glibc

/// The one line that a player shows: what it does, where it is, how loud it is.
struct PlayLine {
    var isPaused = false
    var seconds = 0.0
    /// Nil while it is not known.
    var totalSeconds: Double?
    /// One for each channel that is shown.
    var levels: [ChannelLevel] = []
    var volumePercent = 100.0
    var isMuted = false

    private static let lowestDecibels: Float = -60
    private static let eighths = Array("▏▎▍▌▋▊▉█")

    /// The line for a terminal of so many columns.
    func text(columnCount: Int, isUnicode: Bool, isColoured: Bool) -> String {
        let room = columnCount - 1
        let head = (isPaused ? isUnicode ? "⏸ " : "|| " : isUnicode ? "▶ " : "> ") + clock
        guard columnCount >= 40 else { return String(head.prefix(room)) }
        let tail = tailText
        let meterWidth = min(16, max(0, (room - head.count - tail.count - 14) / 4))
        let meters = levels.prefix(2).map { meter($0, width: meterWidth, isUnicode, isColoured) }
        let metersWidth = meterWidth > 3 ? meters.count * (meterWidth + 3) : 0
        let barWidth = min(60, room - head.count - tail.count - metersWidth - 2)
        let bar = barWidth >= 6 ? " " + timeLine(width: barWidth, isUnicode, isColoured) : ""
        return head + bar + (metersWidth > 0 ? meters.joined() : "") + tail
    }

    private var clock: String {
        guard let totalSeconds else { return Self.clock(seconds) }
        return Self.clock(seconds) + " / " + Self.clock(totalSeconds)
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(max(0, min(seconds, 1e9)))
        let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, whole % 60)
        let end = (rest < 10 ? ":0" : ":") + String(rest)
        guard hours > 0 else { return String(minutes) + end }
        return String(hours) + (minutes < 10 ? ":0" : ":") + String(minutes) + end
    }

    /// The highest sample, and how loud it is played.
    private var tailText: String {
        let peak = levels.map(\.peakDecibels).max() ?? -160
        let number = peak <= -100 ? "  -inf" : Self.padded(Double(peak))
        let volume = isMuted ? "mute" : String(Int(volumePercent.rounded())) + " %"
        return " " + number + " dB " + String(repeating: " ", count: max(0, 5 - volume.count)) + volume
    }

    private static func padded(_ decibels: Double) -> String {
        let text = String((decibels * 10).rounded() / 10)
        return String(repeating: " ", count: max(0, 6 - text.count)) + text
    }

    private func timeLine(width: Int, _ isUnicode: Bool, _ isColoured: Bool) -> String {
        let share = totalSeconds.map { $0 > 0 ? min(1, seconds / $0) : 1 } ?? 0
        let done = min(width, Int(share * Double(width)))
        let (full, left) = isUnicode ? ("━", "─") : ("=", "-")
        let played = String(repeating: full, count: done)
        let rest = String(repeating: left, count: width - done)
        return isColoured ? "\u{1b}[36m\(played)\u{1b}[90m\(rest)\u{1b}[0m" : played + rest
    }

    /// A bar of the mean power from −60 dB on, with a tick at the peak.
    private func meter(
        _ level: ChannelLevel, width: Int, _ isUnicode: Bool, _ isColoured: Bool
    ) -> String {
        func place(_ decibels: Float) -> Double {
            Double(max(0, 1 - decibels / Self.lowestDecibels)) * Double(width)
        }
        let (mean, peak) = (min(Double(width), place(level.averageDecibels)), place(level.peakDecibels))
        let tick = peak <= 0 ? -1 : min(width - 1, Int(peak))
        let isClipped = level.peakDecibels >= 0
        var cells: [Character] = []
        for cell in 0..<width {
            let filled = mean - Double(cell)
            if filled >= 1 {
                cells.append(isUnicode ? "█" : "#")
            } else if filled >= 0.125, isUnicode {
                cells.append(Self.eighths[Int(filled * 8) - 1])
            } else {
                cells.append(cell == tick ? isUnicode ? "▕" : "|" : " ")
            }
        }
        let bar = String(cells)
        let ends = isUnicode ? ("▕", "▏") : ("[", "]")
        guard isColoured else { return " " + ends.0 + bar + ends.1 }
        let colour = isClipped ? 31 : level.peakDecibels > -6 ? 33 : 32
        return " " + ends.0 + "\u{1b}[\(colour)m\(bar)\u{1b}[0m" + ends.1
    }
}
