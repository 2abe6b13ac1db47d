import AVFRender

extension ComponentDescription {
    /// The manufacturer code of every LV2 plugin.
    package static let pluginManufacturer = fourCharacterCode("LV2P")

    /// The component of an LV2 plugin: the same on every machine, a function of the URI and the kind alone.
    ///
    /// - `type` comes from the kind: 'aufx', 'aumf', 'aumu', 'augn' or 'aumi'.
    /// - `manufacturer` is 'LV2P'.
    /// - `subtype` is the FNV-1a hash (64 bits) of the URI's UTF-8 bytes, modulo 85⁴, written as four digits
    ///   of base 85, highest first, in the Z85 alphabet (ZeroMQ RFC 32): printable, without quotes, space or
    ///   comma.
    ///
    /// Two URIs share a component with a probability of 1 in 52 million; the catalog then gives the one that
    /// comes first in alphabetical order, and the URI always reaches both.
    package init(pluginURI: String, kind: UnitKind) {
        var rest = fnv1a(pluginURI) % (85 * 85 * 85 * 85)
        var subtype: UInt32 = 0
        for place in 0..<4 {
            subtype |= UInt32(z85Digits[Int(rest % 85)]) << (8 * UInt32(place))
            rest /= 85
        }
        self.init(type: kind.componentType, subtype: subtype, manufacturer: Self.pluginManufacturer)
    }
}

private let z85Digits = Array(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#".utf8)

/// Fowler, Noll and Vo's hash 1a with its 64-bit offset basis and prime.
private func fnv1a(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { hash, byte in
        (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
}
