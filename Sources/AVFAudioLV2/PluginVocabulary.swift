import AVFRender
import AVFUnits
import CAVFLV2

/// The URIs of LV2's extensions that plugins with files or messages speak.
enum PluginVocabulary {
    static let map: StaticString = "http://lv2plug.in/ns/ext/urid#map"
    static let schedule: StaticString = "http://lv2plug.in/ns/ext/worker#schedule"
    static let workerInterface: StaticString = "http://lv2plug.in/ns/ext/worker#interface"
    static let stateInterface: StaticString = "http://lv2plug.in/ns/ext/state#interface"
    static let mapPath: StaticString = "http://lv2plug.in/ns/ext/state#mapPath"
    static let freePath: StaticString = "http://lv2plug.in/ns/ext/state#freePath"
    static let sequence: StaticString = "http://lv2plug.in/ns/ext/atom#Sequence"
    static let midiEvent: StaticString = "http://lv2plug.in/ns/ext/midi#MidiEvent"

    /// The host's number of a URI.
    static func number(_ uri: StaticString, _ host: LV2_URID_Map) -> LV2_URID {
        uri.utf8Start.withMemoryRebound(to: CChar.self, capacity: uri.utf8CodeUnitCount + 1) {
            host.map(host.handle, $0)
        }
    }

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
    let sequence, object, path, string, urid, int, chunk, set, get, property, value: LV2_URID
    /// The property that holds the file of the sound, or of the bank.
    let sound: LV2_URID
    /// The property of a sampler that is the first channel's program, and the state's one of all channels.
    let program, programs: LV2_URID

    init(_ host: LV2_URID_Map, _ descriptor: UnitDescriptor) {
        let number = { (uri: StaticString) in PluginVocabulary.number(uri, host) }
        let own = { (parts: [String]) in
            let uri = cString(parts)
            defer { uri.deallocate() }
            return host.map(host.handle, uri)
        }
        sequence = number(PluginVocabulary.sequence)
        object = number("http://lv2plug.in/ns/ext/atom#Object")
        path = number("http://lv2plug.in/ns/ext/atom#Path")
        string = number("http://lv2plug.in/ns/ext/atom#String")
        urid = number("http://lv2plug.in/ns/ext/atom#URID")
        int = number("http://lv2plug.in/ns/ext/atom#Int")
        chunk = number("http://lv2plug.in/ns/ext/atom#Chunk")
        set = number("http://lv2plug.in/ns/ext/patch#Set")
        get = number("http://lv2plug.in/ns/ext/patch#Get")
        property = number("http://lv2plug.in/ns/ext/patch#property")
        value = number("http://lv2plug.in/ns/ext/patch#value")
        sound = own(descriptor.soundURIParts)
        program = own(descriptor.programURIParts)
        programs = own(descriptor.programURIParts + ["s"])
    }
}
