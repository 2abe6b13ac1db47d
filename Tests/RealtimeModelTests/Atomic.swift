import Synchronization

/// Takes the place of the standard library's type in the sources that are checked here: each access is a step
/// of the model, before which any other thread of the schedule may go on.
public struct Atomic<Value: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    // Proof: the schedule lets one thread run at a time.
    @usableFromInline let cell: UnsafeMutablePointer<Value>

    /// A word with a value.
    @_semantics("no_performance_analysis")
    public init(_ value: Value) {
        // Not freed: the sources free memory that they have bound to this type as bytes.
        cell = .allocate(capacity: 1)
        cell.initialize(to: value)
    }

    /// The value.
    @_transparent
    public func load(ordering: AtomicLoadOrdering) -> Value {
        Schedule.step()
        return cell.pointee
    }

    /// Sets the value.
    @_transparent
    public func store(_ value: Value, ordering: AtomicStoreOrdering) {
        Schedule.step()
        cell.pointee = value
    }

    /// Sets the value; gives the one before.
    @_transparent
    public func exchange(_ value: Value, ordering: AtomicUpdateOrdering) -> Value {
        Schedule.step()
        defer { cell.pointee = value }
        return cell.pointee
    }
}

extension Atomic where Value: Equatable {
    /// Sets the value if it is the expected one; gives whether it was, and the one before.
    @_transparent
    public func compareExchange(
        expected: Value, desired: Value, ordering: AtomicUpdateOrdering
    ) -> (exchanged: Bool, original: Value) {
        Schedule.step()
        let original = cell.pointee
        if original == expected { cell.pointee = desired }
        return (original == expected, original)
    }
}

extension Atomic where Value: FixedWidthInteger {
    /// Adds; gives the values before and after.
    @discardableResult @_transparent
    public func wrappingAdd(
        _ other: Value, ordering: AtomicUpdateOrdering
    ) -> (oldValue: Value, newValue: Value) {
        Schedule.step()
        let old = cell.pointee
        cell.pointee = old &+ other
        return (old, old &+ other)
    }

    /// Subtracts; gives the values before and after.
    @discardableResult @_transparent
    public func wrappingSubtract(
        _ other: Value, ordering: AtomicUpdateOrdering
    ) -> (oldValue: Value, newValue: Value) {
        wrappingAdd(0 &- other, ordering: ordering)
    }
}

/// In place of the module's: waiting is a step that is not taken again before another thread has gone on.
public enum Nap {
    static func briefly() { Schedule.wait() }
}

extension Atomic where Value == Bool {
    /// Not generic, so that debug builds can prove the callers.
    @_semantics("no_performance_analysis")
    public func store(_ value: Bool, ordering: AtomicStoreOrdering) {
        Schedule.step()
        cell.pointee = value
    }

    /// The same.
    @_semantics("no_performance_analysis")
    public func load(ordering: AtomicLoadOrdering) -> Bool {
        Schedule.step()
        return cell.pointee
    }
}

extension Atomic where Value == Int {
    /// Not generic, so that debug builds can prove the callers.
    @_semantics("no_performance_analysis")
    public func load(ordering: AtomicLoadOrdering) -> Int {
        Schedule.step()
        return cell.pointee
    }

    /// The same.
    @discardableResult @_semantics("no_performance_analysis")
    public func wrappingAdd(_ other: Int, ordering: AtomicUpdateOrdering) -> (oldValue: Int, newValue: Int) {
        Schedule.step()
        let old = cell.pointee
        cell.pointee = old &+ other
        return (old, old &+ other)
    }

    /// The same.
    @discardableResult @_semantics("no_performance_analysis")
    public func wrappingSubtract(
        _ other: Int, ordering: AtomicUpdateOrdering
    ) -> (oldValue: Int, newValue: Int) {
        wrappingAdd(0 &- other, ordering: ordering)
    }
}

/// Takes the place of the processor's instruction for a thread that looks at a word again and again.
@_semantics("no_performance_analysis")
public func avf_rt_pause() { Schedule.wait() }
