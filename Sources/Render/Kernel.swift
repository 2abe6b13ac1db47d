/// This block's parameter values, indexed by the kernel's own type.
@frozen
public struct ParameterValues<Parameter: RawRepresentable<Int>> {
    @usableFromInline let values: UnsafePointer<Float>

    /// A view of the values in parameter order.
    @inlinable
    public init(_ values: UnsafePointer<Float>) { self.values = values }

    /// The target of a parameter for this block.
    @inlinable @inline(__always)
    public subscript(_ parameter: Parameter) -> Float { values[parameter.rawValue] }

    /// The target of the parameter at a place, for kernels whose parameters come in sections.
    @inlinable @inline(__always)
    public subscript(index index: Int) -> Float { values[index] }
}

/// Where a kernel leaves what its meters show.
@frozen
public struct MeterValues<Parameter: RawRepresentable<Int>> {
    @usableFromInline let values: UnsafeMutablePointer<Float>

    /// A view of the values in parameter order.
    @inlinable
    public init(_ values: UnsafeMutablePointer<Float>) { self.values = values }

    /// What a read-only parameter shows.
    @inlinable @inline(__always)
    public subscript(_ parameter: Parameter) -> Float {
        get { values[parameter.rawValue] }
        nonmutating set { values[parameter.rawValue] = newValue }
    }

    /// What the read-only parameter at a place shows, for kernels whose parameters come in sections.
    @inlinable @inline(__always)
    public subscript(index index: Int) -> Float {
        get { values[index] }
        nonmutating set { values[index] = newValue }
    }
}

/// What a unit is built for: everything that cannot change while it lives.
package struct UnitConfiguration: Sendable, Equatable {
    /// Frames a second.
    package var sampleRateHz: Double
    /// Channels of each input bus.
    package var inputChannelCounts: [Int]
    /// Channels of each output bus.
    package var outputChannelCounts: [Int]
    /// The most frames that one block will have.
    package var maximumFrameCount: Int
    /// Sections of a unit that repeats its parameters, such as the bands of an equaliser; 1 for others.
    package var sectionCount: Int

    /// A configuration.
    package init(
        sampleRateHz: Double, inputChannelCounts: [Int], outputChannelCounts: [Int], maximumFrameCount: Int,
        sectionCount: Int = 1
    ) {
        self.sampleRateHz = sampleRateHz
        self.inputChannelCounts = inputChannelCounts
        self.outputChannelCounts = outputChannelCounts
        self.maximumFrameCount = maximumFrameCount
        self.sectionCount = sectionCount
    }

    /// Channels of the first output bus.
    package var channelCount: Int { outputChannelCounts.first ?? 0 }
}

/// A native unit's signal processing, and the facts every other face of it is made from.
package protocol Kernel: ~Copyable, SendableMetatype {
    /// The parameters, numbered from 0 in the order of their places.
    associatedtype Parameter: RawRepresentable<Int>, CaseIterable, Sendable

    /// A short identifier, such as "gain".
    static var symbol: String { get }
    /// What a person reads.
    static var name: String { get }
    /// One sentence.
    static var summary: String { get }
    /// What it does in a graph.
    static var kind: UnitKind { get }
    /// The component subtype: Apple's where Apple has such a unit.
    static var subtype: UInt32 { get }
    /// The facts of a parameter.
    static func spec(_ parameter: Parameter) -> ParameterSpec
    /// Where a parameter is addressed: Apple's number where Apple has such a unit.
    static func address(of parameter: Parameter) -> UInt64
    /// All parameters of a unit with that many sections.
    static func parameters(sectionCount: Int) -> [UnitDescriptor.Parameter]
    /// How many sections a unit has unless told otherwise.
    static var defaultSectionCount: Int { get }
    /// Factory presets.
    static var presets: [UnitPreset] { get }
    /// How a time effect asks for its input; nil for a unit that makes n frames from n.
    static var inputPace: InputPace? { get }
    /// The sound that the unit works with; nil for most.
    static var sound: UnitSoundSpec? { get }
    /// Apple has a Swift class for the unit, which cannot be generated from its parameters.
    static var isAppleClass: Bool { get }
    /// Whether `latencyFrames` follows a parameter.
    static var latencyCanChange: Bool { get }
    /// Whether later samples depend on earlier ones, default true.
    ///
    /// Such a kernel gets 0 for an input sample that is no finite number: it would never forget it.
    static var remembersInput: Bool { get }
    /// Whether MIDI reaches the kernel, in `block.eventsIn`; default false.
    static var acceptsMIDI: Bool { get }
    /// Whether the kernel makes MIDI, with `block.send`; default false.
    static var makesMIDI: Bool { get }
    /// Seconds for which the output sounds on after the input has ended, down to −120 dB; may be infinite.
    static func tailSeconds(_ parameters: ParameterValues<Parameter>, sampleRateHz: Double) -> Double
    /// The same for a unit that repeats its parameters in so many sections.
    static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sectionCount: Int, sampleRateHz: Double
    ) -> Double

    /// Control thread.
    ///
    /// May allocate.
    init(_ configuration: UnitConfiguration)
    /// Frames by which the output lags behind the input.
    var latencyFrames: Int { get }
    /// Makes one block.
    ///
    /// Render thread: mark it `@_noLocks`.
    mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>)
    /// Tells what the read-only parameters show after a block.
    ///
    /// Render thread: mark it `@_noLocks`.
    func show(on meters: MeterValues<Parameter>)
    /// Forgets delay lines and filter states.
    ///
    /// Render thread: mark it `@_noLocks`.
    mutating func reset()
}

extension Kernel where Self: ~Copyable {
    package static var defaultSectionCount: Int { 1 }
    package static var presets: [UnitPreset] { [] }
    package static var inputPace: InputPace? { nil }
    package static var sound: UnitSoundSpec? { nil }
    package static var isAppleClass: Bool { false }
    package static var latencyCanChange: Bool { false }
    package static var remembersInput: Bool { true }
    package static var acceptsMIDI: Bool { false }
    package static var makesMIDI: Bool { false }
    package var latencyFrames: Int { 0 }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double { 0 }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sectionCount: Int, sampleRateHz: Double
    ) -> Double { tailSeconds(parameters, sampleRateHz: sampleRateHz) }

    package static func address(of parameter: Parameter) -> UInt64 { UInt64(parameter.rawValue) }

    package static func parameters(sectionCount: Int) -> [UnitDescriptor.Parameter] {
        UnitDescriptor.Parameter.list(Parameter.allCases.count) { place in
            Parameter(rawValue: place).map {
                .init(address: address(of: $0), symbol: SourceName.of(case: $0), spec: spec($0))
            }
        }
    }

    package func show(on meters: MeterValues<Parameter>) {}

    /// The presets; those of a plugin are in its bundle's text.
    private static var factoryPresets: [UnitPreset] {
        #if hasFeature(Embedded)
            []
        #else
            presets
        #endif
    }

    /// The facts of the unit with that many sections.
    package static func descriptor(sectionCount: Int) -> UnitDescriptor {
        UnitDescriptor(
            native: symbol, name: name, summary: summary, kind: kind, subtype: subtype,
            parameters: parameters(sectionCount: sectionCount), presets: factoryPresets,
            acceptsMIDI: acceptsMIDI, makesMIDI: makesMIDI, inputPace: inputPace, sound: sound)
    }
}

extension UnitDescriptor {
    /// The facts of a native unit.
    ///
    /// Not inlined, so that all kernels share its code.
    @inline(never)
    init(
        native symbol: String, name: String, summary: String, kind: UnitKind, subtype: UInt32,
        parameters: [Parameter], presets: [UnitPreset], acceptsMIDI: Bool, makesMIDI: Bool,
        inputPace: InputPace?, sound: UnitSoundSpec?
    ) {
        let hasNoInput = kind == .generator || kind == .instrument || kind == .midiProcessor
        self.init(
            identifier: symbol, name: name, manufacturer: nativeManufacturer, version: 0x0001_0000,
            summary: summary, kind: kind,
            component: ComponentDescription(
                type: kind.componentType, subtype: subtype, manufacturer: fourCharacterCode("appl")),
            inputBuses: hasNoInput ? [] : [BusDescriptor("Input")],
            outputBuses: kind == .midiProcessor ? [] : [BusDescriptor("Output")], parameters: parameters,
            presets: presets, acceptsMIDI: acceptsMIDI, makesMIDI: makesMIDI, inputPace: inputPace,
            sound: sound)
    }
}

extension UnitDescriptor.Parameter {
    /// So many parameters, by their places.
    ///
    /// Not inlined, so that all kernels share its code.
    @inline(never)
    static func list(_ count: Int, _ parameter: (_ place: Int) -> Self?) -> [Self] {
        (0..<count).compactMap(parameter)
    }
}

/// The maker's name of every native unit: Apple's, because code written for Apple's units asks for it.
package let nativeManufacturer = "Apple"
