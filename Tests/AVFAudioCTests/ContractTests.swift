import Foundation
import Testing

@Suite struct ContractTests {
    @Test(arguments: [("gcc", "c"), ("clang", "c"), ("g++", "c++"), ("clang++", "c++")])
    func `every header compiles alone, without a warning`(compiler: String, language: String) throws {
        let workshop = try Workshop()
        let sources = try CLibrary.headers.enumerated().map { index, header in
            let source = workshop.path + "/\(index).c"
            try "#include \"\(header)\"\ntypedef int something;\n".write(
                toFile: source, atomically: true, encoding: .utf8)
            return source
        }
        for standard in language == "c" ? ["c11", "c17"] : ["c++17"] {
            let result = try workshop.run(
                compiler, CLibrary.strict + ["-std=" + standard, "-fsyntax-only", "-x", language] + sources)
            #expect(result.status == 0, "\(result.output)")
        }
        #expect(CLibrary.headers.count >= 8)
    }

    @Test func `headers, version script and library name the same functions`() throws {
        let headers = try CLibrary.headers.map(CLibrary.text).joined()
        let declared = try CLibrary.words(#"^AVF_API [^(]*?(avf_\w+)\("#, in: headers)
        let map = try CLibrary.words(
            #"^\s+(avf_\w+);$"#, in: CLibrary.text(CLibrary.headerFolder + "/avfaudio.map"))
        let symbols = try Workshop().run("nm", ["-D", "--defined-only", CLibrary.path]).output
        let exported = try CLibrary.words(#" T (avf_(?!dsp_|rt_|shim_)\w+)$"#, in: symbols)
        #expect(declared.count > 100)
        #expect(map == declared)
        #expect(exported == declared)
    }

    @Test func `every function says on which threads it may be called`() throws {
        let headers = try CLibrary.headers.map(CLibrary.text).joined()
        let declared = try CLibrary.words(#"^AVF_API [^(]*?(avf_\w+)\("#, in: headers)
        let comments = try CLibrary.words(
            #"^(?:///[^\n]*\[(?:any|control|render)\]\n)(?:///[^\n]*\n)*AVF_API [^(]*?(avf_\w+)\("#,
            in: headers)
        #expect(comments == declared)
    }

    @Test func `the library that is shipped needs no Swift at run time`() throws {
        let shipped = CLibrary.root + "/.build-c/release/libavfaudio.so"
        // Made by `make lib`; the tests do not build it, because that takes minutes.
        guard FileManager.default.fileExists(atPath: shipped) else { return }
        let script = CLibrary.root + "/Tests/AVFAudioCTests/check-library.sh"
        let result = try Workshop().run(script, [shipped])
        #expect(result.status == 0, "\(result.output)")
    }
}
