import AVFEngine
import AVFRender
import Synchronization

/// A program's own class of units, as it was registered.
struct SubclassRegistration: Sendable {
    let unitClass: AUAudioUnit.Type
    let description: AudioComponentDescription
    /// The maker's name and the unit's.
    let manufacturer: String
    let name: String
    let version: UInt32

    init(
        _ unitClass: AUAudioUnit.Type, _ description: AudioComponentDescription, name: String, version: UInt32
    ) {
        self.unitClass = unitClass
        self.description = description
        self.version = version
        let parts = name.split(separator: ":", maxSplits: 1).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        manufacturer = parts.count == 2 ? parts[0] : ""
        self.name = parts.last ?? name
    }

    /// What a state says whose it is.
    var identifier: String { ComponentDescription(description).description }

    /// What the unit does in a graph.
    var kind: UnitKind {
        switch description.componentType {
        case kAudioUnitType_MusicEffect: .musicEffect
        case kAudioUnitType_MusicDevice: .instrument
        case kAudioUnitType_Generator: .generator
        case kAudioUnitType_MIDIProcessor: .midiProcessor
        default: .effect
        }
    }

    var takesMIDI: Bool { [.musicEffect, .instrument, .midiProcessor].contains(kind) }

    /// A new unit of the class.
    ///
    /// - Throws: What its initialiser throws.
    func makeUnit(_ options: AudioComponentInstantiationOptions = []) throws -> AUAudioUnit {
        try unitClass.init(componentDescription: description, options: options)
    }
}

/// The classes that the program has registered.
enum SubclassRegistry {
    private static let registrations = Mutex<[SubclassRegistration]>([])

    /// Adds a class, in place of one with the same codes.
    static func add(_ registration: SubclassRegistration) {
        registrations.withLock { all in
            all.removeAll { $0.identifier == registration.identifier }
            all.append(registration)
        }
    }

    static var all: [SubclassRegistration] { registrations.withLock { $0 } }

    /// The class with exactly these codes.
    static func registration(for description: AudioComponentDescription) -> SubclassRegistration? {
        let wanted = ComponentDescription(description).description
        return registrations.withLock { $0.first { $0.identifier == wanted } }
    }
}
