import Glibc
import References

/// The loops of CDSP as `Benchmarks/Kernels/build.sh` has compiled them.
final class KernelLibrary {
    /// Frames of a block.
    static let frameCount = 512

    private let table: UnsafePointer<kernel_entry>
    private let count: Int
    private let pair: @convention(c) (Int, Int) -> Void

    /// Opens one of the libraries; nil if it has not been built.
    init?(_ name: String) {
        guard let library = dlopen(PeerFolder.path + "/bin/\(name).so", RTLD_NOW | RTLD_LOCAL),
            let tableSymbol = dlsym(library, "kernel_table"),
            let pairSymbol = dlsym(library, "kernel_transform")
        else { return nil }
        typealias Table = @convention(c) (UnsafeMutablePointer<Int>) -> UnsafePointer<kernel_entry>?
        var count = 0
        guard let table = unsafeBitCast(tableSymbol, to: Table.self)(&count) else { return nil }
        self.table = table
        self.count = count
        // Proof: kernels.c declares both functions so.
        pair = unsafeBitCast(pairSymbol, to: (@convention(c) (Int, Int) -> Void).self)
    }

    var names: [String] { (0..<count).map { String(cString: table[$0].name) } }

    /// Operations and bytes of one frame.
    func cost(_ index: Int) -> (operations: Double, bytes: Double) {
        (table[index].operations, table[index].bytes)
    }

    /// Blocks that take about four milliseconds.
    func blockCount(_ index: Int) -> Int {
        run(index, blockCount: 20)
        let seconds = Stopwatch.cpuSeconds { run(index, blockCount: 50) } / 50
        return max(1, Int(0.004 / max(seconds, 1e-9)))
    }

    func run(_ index: Int, blockCount: Int) { table[index].run?(Self.frameCount, blockCount) }

    /// So many transforms of so many real numbers, each there and back.
    func transform(size: Int, count: Int) { pair(size, count) }
}
