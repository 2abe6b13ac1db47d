import AVFPluginCatalog
import AVFRealtime
import AVFRender
import CAVFLilv

extension PluginUnit {
    /// What is known of the properties' values on the control side.
    struct PropertyValues {
        /// The newest of each, by URI: what was set, or what the plugin has told since.
        var newest: [String: PropertyValue] = [:]
        /// Those that were set.
        var isSet: Set<String> = []
    }

    /// Sets a property of the plugin, in its next block; in a plugin that has made none yet, at once.
    ///
    /// - Throws: `noSuchProperty`; `badProperty` for a value that it cannot have, or when too many wait.
    package func setProperty(_ identifier: String, _ value: PropertyValue) throws(PluginError) {
        let (property, value) = try facts.fitted(value, to: identifier)
        hearProperties()
        let before = properties.withLock { values in
            defer {
                // What the plugin says from now on is newer.
                values.newest[property.uri] = value
                values.isSet.insert(property.uri)
            }
            return values
        }
        guard tell(PatchMessage.set(property, value)) else {
            properties.withLock { $0 = before }
            throw .badProperty(
                name: facts.name, property: property.symbol,
                reason: patches == nil
                    ? "the plugin has no port for messages" : "too many messages wait for the plugin")
        }
    }

    /// The value of a property: what was set or what the plugin has said, whichever is newer; else what it
    /// stores, or its default.
    ///
    /// A plugin that makes blocks is asked, and its answer is read the next time.
    /// - Throws: `noSuchProperty`, `stateFailed`.
    package func property(_ identifier: String) throws(PluginError) -> PropertyValue? {
        guard let property = facts.property(identifier) else {
            throw .noSuchProperty(
                name: facts.name, property: identifier, known: facts.properties.map(\.symbol))
        }
        _ = tell(PatchMessage.get(property))
        hearProperties()
        if let value = properties.withLock({ $0.newest[property.uri] }) { return value }
        let state = try saveState()
        if let stored = state.properties.first(where: { $0.key == property.uri }) {
            return PropertyValue(stored.value[...], type: stored.type).map {
                state.located($0, bundle: facts.summary.bundle)
            }
        }
        return property.kind.flatMap { kind in property.defaultText.flatMap { PropertyValue($0, kind) } }
    }

    /// Takes what the plugin has said about its properties.
    func hearProperties() {
        guard let patches else { return }
        properties.withLock { values in
            while let body = patches.pointee.outgoing.popBytes() {
                for (uri, value) in PatchMessage.values(in: body) { values.newest[uri] = value }
            }
        }
    }

    /// Hands a message to the plugin; false if there is no room.
    private func tell(_ body: [UInt8]) -> Bool {
        guard let patches else { return false }
        let isTaken = properties.withLock { _ in
            body.withUnsafeBytes {
                patches.pointee.incoming.push($0.baseAddress, count: UInt32($0.count))
            }
        }
        if isTaken, processedBlockCount == 0 { withoutWork { withoutRun { exchangeMessages() } } }
        hearProperties()
        return isTaken
    }

    /// A run of no frames, which takes messages and makes no sound, and the jobs that come of it.
    private func exchangeMessages() {
        guard processedBlockCount == 0 else { return }
        hasTakenMessages.store(true, ordering: .relaxed)
        for _ in 0..<2 {
            ForeignCode.call { pluginInstances.exchangeMessages() }
            for instance in instances { instance.serviceWorker() }
            ForeignCode.keepingFloatingPoint {
                for instance in instances { instance.core.pointee.deliverResponses() }
            }
        }
    }

    /// Tells the plugin what a state holds for it that it did not ask for.
    func tellProperties(_ unasked: [String: PropertyValue]) {
        for (uri, value) in unasked.sorted(by: { $0.key < $1.key }) { try? setProperty(uri, value) }
    }

    /// A state replaces what was known.
    func forgetProperties() { properties.withLock { $0 = PropertyValues() } }

    /// What was set, for a state: a plugin may not store it by itself.
    var propertySettings: [(property: PluginProperty, value: PropertyValue)] {
        hearProperties()
        let values = properties.withLock { $0 }
        return facts.properties.compactMap { property in
            guard values.isSet.contains(property.uri), let value = values.newest[property.uri] else {
                return nil
            }
            return (property, value)
        }
    }
}

extension UnitState {
    /// A path that the state has under a name of its own, as the path where the file was.
    fileprivate func located(_ value: PropertyValue, bundle: String) -> PropertyValue {
        guard case .path(let name) = value else { return value }
        return .path(
            StateFiles.pathInsideBundle(name, bundle) ?? files.first { $0.name == name }?.path ?? name)
    }
}

extension MessageRing {
    /// The oldest message as an array; nil if there is none.
    ///
    /// Control side.
    func popBytes() -> [UInt8]? {
        guard let count = nextCount else { return nil }
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, used in
            used = buffer.baseAddress.map { Int(pop(into: $0) ?? 0) } ?? 0
        }
    }
}
