import AVFRealtime

extension MessageRing {
    /// An empty ring in memory that is freed with all else of a plugin's; nil without memory.
    init?(capacity: Int, in memory: ForeignMemory) {
        guard let bytes = memory.bytes(capacity), let counters = memory.bytes(Self.counterByteCount) else {
            return nil
        }
        self.init(bytes, capacity: capacity, counters: counters)
    }
}
