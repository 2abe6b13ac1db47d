import AVFRender

extension PluginFacts {
    /// The plugin as every face sees it.
    ///
    /// The sample rate matters, because some ranges are multiples of it.
    package func descriptor(sampleRateHz: Double) -> UnitDescriptor {
        UnitDescriptor(
            identifier: uri, name: name, manufacturer: summary.author,
            version: summary.version,
            summary: "LV2 \(summary.className) of \(summary.bundle).", kind: summary.kind,
            component: summary.component, inputBuses: inputBuses, outputBuses: outputBuses,
            parameters: parameters(sampleRateHz: sampleRateHz), acceptsMIDI: summary.takesMIDI,
            makesMIDI: summary.givesMIDI)
    }

    /// One channel in, one out: it can be multiplied to any number of channels.
    package var isMono: Bool { summary.isMono }

    private var inputBuses: [BusDescriptor] {
        var buses: [BusDescriptor] = []
        if summary.audioInputCount > 0 || summary.sideChainCount > 0 {
            buses.append(BusDescriptor("Input", channelCount: isMono ? nil : summary.audioInputCount))
        }
        if summary.sideChainCount > 0 {
            let name = sideChainInputs.compactMap(\.group).first ?? "Side Chain"
            buses.append(BusDescriptor(name, channelCount: summary.sideChainCount, isSideChain: true))
        }
        return buses
    }

    private var outputBuses: [BusDescriptor] {
        guard summary.audioOutputCount > 0 else { return [] }
        return [BusDescriptor("Output", channelCount: isMono ? nil : summary.audioOutputCount)]
    }

    /// Control ports, but for those that the host serves itself.
    private func parameters(sampleRateHz: Double) -> [UnitDescriptor.Parameter] {
        ports.filter { $0.kind == .control && !isServedByHost($0) }.map {
            UnitDescriptor.Parameter(
                address: UInt64($0.index), symbol: $0.symbol, spec: $0.spec(sampleRateHz: sampleRateHz))
        }
    }

    private func isServedByHost(_ port: PortFacts) -> Bool {
        port.isInput
            ? port.designation == .enabled || port.designation == .freeWheeling
            : port.designation == .latency || port.flags.contains(.reportsLatency)
    }
}

extension PortFacts {
    /// The port as a parameter; whatever its data lack is chosen so that nothing the plugin allows is cut.
    package func spec(sampleRateHz: Double) -> ParameterSpec {
        let range = range(sampleRateHz: sampleRateHz)
        let scale = flags.contains(.sampleRate) ? Float(sampleRateHz) : 1
        let finiteDefault = defaultValue.map { $0 * scale }.flatMap { $0.isFinite ? $0 : nil }
        return ParameterSpec(
            name, range, default: finiteDefault ?? 0, unit(of: range), isInput ? "Control input." : "Meter.",
            namedValues: scalePoints.filter { $0.value.isFinite }.map { NamedValue($0.value, $0.label) },
            isInteger: flags.contains(.integer), isLogarithmic: flags.contains(.logarithmic),
            isReadOnly: !isInput)
    }

    /// Both bounds, in order, or else no bounds at all.
    private func range(sampleRateHz: Double) -> ClosedRange<Float> {
        let scale = flags.contains(.sampleRate) ? Float(sampleRateHz) : 1
        let bounds = [minimum, maximum].compactMap { $0.map { $0 * scale } }.filter(\.isFinite)
        if bounds.count == 2 { return min(bounds[0], bounds[1])...max(bounds[0], bounds[1]) }
        if flags.contains(.toggled) { return 0...1 }
        let points = scalePoints.map(\.value).filter(\.isFinite)
        if flags.contains(.enumeration), let low = points.min(), let high = points.max() { return low...high }
        return -Float.greatestFiniteMagnitude...Float.greatestFiniteMagnitude
    }

    private func unit(of range: ClosedRange<Float>) -> ParameterUnit {
        if flags.contains(.toggled) && range == 0...1 { return .boolean }
        if flags.contains(.enumeration) && flags.contains(.integer) { return .indexed }
        guard let unitURI, unitURI.hasPrefix(LV2.units) else { return .generic }
        return Self.units[String(unitURI.dropFirst(LV2.units.count))] ?? .generic
    }

    private static let units: [String: ParameterUnit] = [
        "beat": .beats, "bpm": .beatsPerMinute, "cent": .cents, "coef": .linearGain, "db": .decibels,
        "degree": .degrees, "frame": .samples, "hz": .hertz, "m": .meters, "midiNote": .midiNote,
        "ms": .milliseconds, "oct": .octaves, "pc": .percent, "s": .seconds, "semitone12TET": .semitones,
    ]
}
