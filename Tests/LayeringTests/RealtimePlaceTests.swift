import Testing

/// The compiler proves what carries `@_noLocks` and `AVF_REALTIME`; these tests prove that the right things
/// do.
@Suite struct RealtimePlaceTests {
    private func renderSide() throws -> [SourceFile] {
        try RealtimePlace.folders.flatMap { try SourceFile.all(in: $0) }
    }

    @Test func `nothing in the real-time context locks, dispatches or knows Foundation`() throws {
        #expect(RealtimePlace.forbiddenWords(in: try renderSide()) == [])
    }

    @Test func `the compiler is told not to look in two functions only`() throws {
        let files = try SourceFile.all(in: "Sources", endingIn: [".swift", ".c", ".h"])
        #expect(RealtimePlace.blindSpots(in: files).sorted() == ["callPlugin", "callUnit"])
        #expect(files.count { $0.text.contains("no_performance_analysis") } == 2)
    }

    @Test func `every kernel is proved where it is written`() throws {
        #expect(RealtimePlace.unprovedKernels(in: try renderSide()) == [])
    }

    @Test func `a class around a kernel only hands over to it`() throws {
        #expect(RealtimePlace.longHandOvers(in: try renderSide()) == [])
    }

    @Test func `what proved code calls is proved`() throws {
        let callees = RealtimePlace.unprovedCallees(in: try renderSide())
        #expect(callees.isEmpty, "\(callees)")
    }

    @Test func `every loop in C is declared real time, in its header and where it is written`() throws {
        let files = try SourceFile.all(in: "Sources/CDSP", endingIn: [".h", ".c"])
        #expect(!files.isEmpty)
        #expect(RealtimePlace.unprovedPrototypes(in: files) == [])
    }

    @Test func `C claims what clang cannot prove for the entry, the clock and the one wait only`() throws {
        let files = try SourceFile.all(in: "Sources", endingIn: [".c", ".h"])
        let claims = files.flatMap { file in
            file.text.matches(of: /ignored "-Wfunction-effects"/).map { _ in file.path }
        }
        #expect(
            claims.sorted() == [
                "Sources/CRealtime/entry.c", "Sources/CRealtime/entry.c", "Sources/CRealtime/word.c",
            ])
    }

    @Test func `a kernel without proof is found`() {
        let file = SourceFile(
            "Sources/Units/Effects/LeakKernel.swift",
            """
            package struct LeakKernel: Kernel, ~Copyable {
                @_noLocks
                package mutating func reset() {}

                // @_noLocks
                package mutating func process(
                    _ block: RenderBlock, _ parameters: ParameterValues<Parameter>
                ) {
                    block.output[0][0] = 1
                }
            }
            """)
        #expect(RealtimePlace.unprovedKernels(in: [file]) == ["\(file.path):6: process"])
    }

    @Test func `a callee without proof is found`() {
        let file = SourceFile(
            "Sources/DSP/A.swift",
            """
            @_noLocks func run() { grow(3); shrink(by: 1); swap(&a, &b); generic(1) }
            func grow(_ count: Int) {}
            @_noLocks
            @inline(never) func shrink(by count: Int) {}
            func generic<T>(_ value: T) {}
            """)
        #expect(RealtimePlace.unprovedCallees(in: [file]) == ["Sources/DSP/A.swift:2: grow"])
    }

    @Test func `a class that works instead of handing over is found`() {
        let file = SourceFile(
            "Sources/Units/A.swift",
            "override func process(_ block: RenderBlock) { for channel in 0..<2 { clear(channel) } }")
        #expect(RealtimePlace.longHandOvers(in: [file]) == ["Sources/Units/A.swift:1: process"])
    }

    @Test func `a third blind spot is found`() {
        let file = SourceFile(
            "Sources/Units/A.swift", "@_semantics(\"no_performance_analysis\")\nfunc look(_ away: Int) {}")
        #expect(RealtimePlace.blindSpots(in: [file]) == ["look"])
    }

    @Test func `a proof that is taken away is missed`() throws {
        let files = try renderSide()
        let ramps = RealtimePlace.unprovedCallees(in: unproved(files, "GainRamp.swift"))
        let names = Set(ramps.compactMap { $0.split(separator: " ").last.map(String.init) })
        #expect(names.isSuperset(of: ["follow", "apply", "advance"]), "\(ramps)")
        let kernels = RealtimePlace.unprovedKernels(in: unproved(files, "GainKernel.swift"))
        #expect(kernels.count == 2)
    }

    private func unproved(_ files: [SourceFile], _ name: String) -> [SourceFile] {
        files.map {
            $0.path.hasSuffix("/" + name)
                ? SourceFile($0.path, $0.text.replacing("@_noLocks", with: "")) : $0
        }
    }

    @Test(arguments: [
        "let m = Mutex(0)", "Task { }", "import Foundation", "actor Engine {}", "// a DispatchQueue",
    ])
    func `a forbidden word is found`(line: String) {
        let file = SourceFile("A.swift", "import Glibc\n" + line)
        #expect(RealtimePlace.forbiddenWords(in: [file]) == ["A.swift: \(line)"])
    }

    @Test func `a C function without proof is found`() {
        let file = SourceFile(
            "a.h",
            """
            #define avf_dsp_macro(x) (x)
            typedef struct { float start; } avf_dsp_ramp;
            /// avf_dsp_comment(x)
            void avf_dsp_good(float *destination,
                              size_t frameCount) AVF_REALTIME;
            float avf_dsp_bad(float value);
            static inline float avf_dsp_worse(float value) { return avf_dsp_bad(value); }
            """)
        #expect(
            RealtimePlace.unprovedPrototypes(in: [file]) == [
                "a.h: float avf_dsp_bad(float value)", "a.h: static inline float avf_dsp_worse(float value)",
            ])
    }
}
