import CAVFLV2

/// The URIs of LV2's extensions that a plugin with a sound speaks.
enum PluginVocabulary {
    static let map: StaticString = "http://lv2plug.in/ns/ext/urid#map"
    static let schedule: StaticString = "http://lv2plug.in/ns/ext/worker#schedule"
    static let workerInterface: StaticString = "http://lv2plug.in/ns/ext/worker#interface"
    static let stateInterface: StaticString = "http://lv2plug.in/ns/ext/state#interface"
    static let mapPath: StaticString = "http://lv2plug.in/ns/ext/state#mapPath"
    static let freePath: StaticString = "http://lv2plug.in/ns/ext/state#freePath"

    /// What the host gives under a URI; nil if it has no such feature.
    static func feature<Content>(
        _ uri: StaticString, in features: UnsafePointer<UnsafePointer<LV2_Feature>?>?, as type: Content.Type
    ) -> UnsafeMutablePointer<Content>? {
        guard var next = features else { return nil }
        while let feature = next.pointee {
            if let name = feature.pointee.URI, equals(name, uri) {
                return feature.pointee.data?.assumingMemoryBound(to: Content.self)
            }
            next += 1
        }
        return nil
    }

    /// Byte by byte: comparing strings would bring the tables of Unicode along.
    static func equals(_ text: UnsafePointer<CChar>, _ uri: StaticString) -> Bool {
        for index in 0..<uri.utf8CodeUnitCount where text[index] != CChar(bitPattern: uri.utf8Start[index]) {
            return false
        }
        return text[uri.utf8CodeUnitCount] == 0
    }
}

/// The host's numbers for the URIs that messages and states are made of.
struct PluginURIDs {
    let sequence, object, path, string, urid, set, get, property, value: LV2_URID
    /// The property that holds the sound's file.
    let sound: LV2_URID

    init(_ host: LV2_URID_Map, soundURI: UnsafePointer<CChar>) {
        let number = { (uri: StaticString) in
            uri.utf8Start.withMemoryRebound(to: CChar.self, capacity: uri.utf8CodeUnitCount + 1) {
                host.map(host.handle, $0)
            }
        }
        sequence = number("http://lv2plug.in/ns/ext/atom#Sequence")
        object = number("http://lv2plug.in/ns/ext/atom#Object")
        path = number("http://lv2plug.in/ns/ext/atom#Path")
        string = number("http://lv2plug.in/ns/ext/atom#String")
        urid = number("http://lv2plug.in/ns/ext/atom#URID")
        set = number("http://lv2plug.in/ns/ext/patch#Set")
        get = number("http://lv2plug.in/ns/ext/patch#Get")
        property = number("http://lv2plug.in/ns/ext/patch#property")
        value = number("http://lv2plug.in/ns/ext/patch#value")
        sound = host.map(host.handle, soundURI)
    }
}
