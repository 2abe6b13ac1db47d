import Foundation

/// Pieces of HTML and SVG.
enum Markup {
    /// Text that cannot be mistaken for a tag.
    static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
    }

    /// A number with three digits that count.
    static func number(_ value: Double) -> String {
        guard value.isFinite, value != 0 else { return value == 0 ? "0" : "–" }
        let digits = max(0, 2 - Int(log10(abs(value)).rounded(.down)))
        return String(format: "%.\(min(digits, 9))f", value)
    }

    /// A place in a picture.
    static func place(_ value: Double) -> String { String(format: "%.1f", value) }

    /// Words in a picture.
    static func text(
        _ words: String, x: Double, y: Double, anchor: String = "start", style: String = "label"
    ) -> String {
        "<text class=\"\(style)\" x=\"\(place(x))\" y=\"\(place(y))\" text-anchor=\"\(anchor)\">"
            + escaped(words) + "</text>"
    }

    /// A straight line in a picture.
    static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) -> String {
        "<line class=\"\(style)\" x1=\"\(place(x1))\" y1=\"\(place(y1))\" "
            + "x2=\"\(place(x2))\" y2=\"\(place(y2))\"/>"
    }

    /// A box that tells something when it is pointed at.
    static func box(
        x: Double, y: Double, width: Double, height: Double, style: String, details: String
    ) -> String {
        "<rect class=\"\(style)\" x=\"\(place(x))\" y=\"\(place(y))\" width=\"\(place(width))\" "
            + "height=\"\(place(height))\" rx=\"2\"><title>\(escaped(details))</title></rect>"
    }

    /// A dot that tells something when it is pointed at.
    static func dot(x: Double, y: Double, style: String, details: String) -> String {
        "<circle class=\"\(style)\" cx=\"\(place(x))\" cy=\"\(place(y))\" r=\"5\">"
            + "<title>\(escaped(details))</title></circle>"
    }

    /// A picture with what it shows for those who cannot see it.
    static func picture(width: Double, height: Double, title: String, _ parts: [String]) -> String {
        "<svg viewBox=\"0 0 \(place(width)) \(place(height))\" role=\"img\" "
            + "aria-label=\"\(escaped(title))\">\n"
            + parts.joined(separator: "\n") + "\n</svg>"
    }
}
