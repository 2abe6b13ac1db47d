import Synchronization

/// One value at an address that does not move, freed together with its owner.
///
/// For what two threads share: the owner keeps the cell, and both sides use its `pointer`. `Value` must not
/// be a private type: Swift 6.3's compiler crashes in other files that see the owner.
@frozen
public struct OwnedCell<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Proof: the pointer never changes; who may touch what it leads to is for the value's type to say.
    /// Where the value is; valid as long as the cell.
    public let pointer: UnsafeMutablePointer<Value>

    /// A cell with a value.
    @inlinable
    public init(_ value: consuming Value) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: value)
    }

    @inlinable
    deinit {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }
}

/// So many values side by side at an address that does not move, freed together with their owner.
@frozen
public struct OwnedBuffer<Element: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Proof: the pointer never changes; who may touch what it leads to is for the owner to say.
    /// The first value; valid as long as the buffer, also if there is none.
    public let pointer: UnsafeMutablePointer<Element>
    /// How many values there are.
    public let count: Int

    /// A buffer of `count` values, each made by its place.
    @inlinable
    public init(count: Int, _ element: (_ place: Int) -> Element) {
        pointer = .allocate(capacity: max(1, count))
        self.count = count
        for place in 0..<count { (pointer + place).initialize(to: element(place)) }
    }

    @inlinable
    deinit {
        pointer.deinitialize(count: count)
        pointer.deallocate()
    }
}

extension OwnedBuffer where Element: BitwiseCopyable {
    /// A buffer of `count` values, each to be written before it is read.
    @inlinable
    public init(uninitializedCount count: Int) {
        pointer = .allocate(capacity: max(1, count))
        self.count = count
    }

    /// A buffer of `count` values that are all the same.
    @inlinable
    public init(repeating value: Element, count: Int) {
        self.init(count: count) { _ in value }
    }

    /// The value at a place; the owner says who may touch it when.
    @inlinable
    public subscript(_ place: Int) -> Element {
        get { pointer[place] }
        nonmutating set { pointer[place] = newValue }
    }
}

/// A value that is made when any thread first asks for it, at an address that does not move, and freed
/// together with its owner.
public struct LazyCell<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Proof: one of the threads that make a value wins, and its release is acquired by those who look.
    private let made = Atomic<UnsafeMutableRawPointer?>(nil)

    /// A cell without a value.
    public init() {}

    deinit {
        guard let pointer else { return }
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }

    /// Where the value is; nil before it was made. [any]
    public var pointer: UnsafeMutablePointer<Value>? {
        made.load(ordering: .acquiring)?.assumingMemoryBound(to: Value.self)
    }

    /// Where the value is; made now if it was not. [control]
    ///
    /// Of two threads that make it at the same time, one throws its own away.
    public func pointer(make: () -> Value) -> UnsafeMutablePointer<Value> {
        if let pointer { return pointer }
        let own = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        own.initialize(to: make())
        let (isFirst, first) = made.compareExchange(
            expected: nil, desired: UnsafeMutableRawPointer(own), ordering: .acquiringAndReleasing)
        guard !isFirst, let first else { return own }
        own.deinitialize(count: 1)
        own.deallocate()
        return first.assumingMemoryBound(to: Value.self)
    }
}
