import Foundation
import TestBanks
import Testing

@testable import AVFSoundBanks

/// Property lists, compared with what Foundation writes, and damaged ones.
@Suite struct PropertyListTests {
    static func read(_ bytes: [UInt8]) throws -> PropertyList {
        try PropertyList(BankBytes(bytes: bytes, name: "list"))
    }

    private func written(_ value: Any, _ format: PropertyListSerialization.PropertyListFormat) throws
        -> [UInt8]
    {
        Array(try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0))
    }

    private static var value: [String: Any] {
        [
            "text": "a & b < c > \"d\" 'e' ü 𝄞", "empty": "", "yes": true, "no": false, "small": 5,
            "large": 1 << 40,
            "negative": -7, "real": 0.005, "data": Data([0, 1, 254, 255, 9]), "list": [1, "two", [3.5]],
            "nested": ["key": ["deep": "value"]], "long": String(repeating: "x", count: 300),
            "many": Array(0..<300),
        ]
    }

    private let expected = PropertyList.dictionary([
        "text": .string("a & b < c > \"d\" 'e' ü 𝄞"), "empty": .string(""), "yes": .boolean(true),
        "no": .boolean(false), "small": .integer(5), "large": .integer(1 << 40), "negative": .integer(-7),
        "real": .real(0.005), "data": .data([0, 1, 254, 255, 9]),
        "list": .array([.integer(1), .string("two"), .array([.real(3.5)])]),
        "nested": .dictionary(["key": .dictionary(["deep": .string("value")])]),
        "long": .string(String(repeating: "x", count: 300)), "many": .array((0..<300).map { .integer($0) }),
    ])

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `a list that Foundation writes is read`(format: PropertyListSerialization.PropertyListFormat) throws
    {
        #expect(try Self.read(written(Self.value, format)) == expected)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `a list that is cut is refused with its place`(
        format: PropertyListSerialization.PropertyListFormat
    ) throws {
        let bytes = try written(["a": [1, "two"], "b": 0.5] as [String: Any], format)
        let end = format == .xml ? bytes.count - "</dict>\n</plist>\n".utf8.count : bytes.count
        for length in 0..<end {
            #expect(throws: SoundBankError.self, "\(length)") { try Self.read(Array(bytes[..<length])) }
        }
    }

    private func isRefused(_ text: String, _ reason: String) -> Bool {
        do {
            _ = try Self.read(Array(text.utf8))
            return false
        } catch { return "\(error)".contains(reason) }
    }

    @Test func `entities of one's own, deep lists and wrong elements are refused`() {
        let bomb =
            "<!DOCTYPE plist [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><plist><string>&b;</string></plist>"
        #expect(isRefused(bomb, "declarations of its own"))
        #expect(isRefused("<plist><string>&b;</string></plist>", "entity &b; is unknown"))
        #expect(isRefused(String(repeating: "<array>", count: 100_000), "too deep"))
        #expect(isRefused("<plist><dict><string>a</string></dict></plist>", "in the place of a key"))
        #expect(isRefused("<plist><dict><key>a</key></dict></plist>", "in the place of a value"))
        #expect(isRefused("<plist><html/></plist>", "no element"))
        #expect(isRefused("<plist><string>a<b></string>", "stands within"))
    }

    @Test func `comments and numbers of characters are read`() throws {
        let text =
            "<plist><!-- <string> --><array><string>&#65;&#x42;<!-- x -->C</string><integer> -12 </integer>"
            + "<true></true></array></plist>"
        #expect(try Self.read(Array(text.utf8)) == .array([.string("ABC"), .integer(-12), .boolean(true)]))
    }

    /// A binary list of objects, which are all of one byte for references and offsets.
    private func binary(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = bytes.count
        return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + Build.big(UInt64(objects.count))
            + Build.big(UInt64(0)) + Build.big(UInt64(table))
    }

    @Test func `binary lists that contain themselves, or one value too often, end`() {
        #expect(throws: SoundBankError.self) { try Self.read(binary([[0xA1, 0]])) }
        // Thirty levels of two references each: 2^30 values.
        let levels = (0..<30).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } + [[0x08]]
        #expect(throws: SoundBankError.self) { try Self.read(binary(levels)) }
        #expect(throws: SoundBankError.self) { try Self.read(binary([[0xA1, 9]])) }
        #expect(throws: SoundBankError.self) {
            try Self.read(binary([[0x5F, 0x13] + [UInt8](repeating: 255, count: 8)]))
        }
    }
}
