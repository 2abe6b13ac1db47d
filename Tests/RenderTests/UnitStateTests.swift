import AVFRender
import Testing

struct UnitStateTests {
    private static let state: UnitState = {
        var state = UnitState(identifier: "urn:a", parameters: ["gain": 0.5, "größe": -.infinity])
        state.uris = ["urn:b"]
        state.properties = [.init(key: "urn:k", type: "urn:t", flags: 3, value: [0, 255, 7])]
        state.files = [
            .init(name: "files/0/a", path: "/x/a", contents: [1, 2]),
            .init(name: "files/1/b", path: "/x/b", contents: []),
            .init(name: "files/2/c", path: "/x/c", contents: nil),
        ]
        return state
    }()

    @Test func `a state comes back from its bytes as it was`() throws {
        #expect(try UnitState(bytes: Self.state.bytes) == Self.state)
        #expect(try UnitState(bytes: UnitState(identifier: "").bytes) == UnitState(identifier: ""))
    }

    @Test func `the same state has the same bytes, in whatever order it was made`() {
        var other = UnitState(identifier: "urn:a")
        for symbol in ["größe", "gain"] { other.parameters[symbol] = Self.state.parameters[symbol] }
        (other.uris, other.properties, other.files) = (
            Self.state.uris, Self.state.properties, Self.state.files
        )
        #expect(other.bytes == Self.state.bytes)
    }

    @Test func `bytes that end anywhere too early are told as such`() {
        let whole = Self.state.bytes
        for count in 0..<whole.count {
            let error = #expect(throws: UnitStateError.self) { try UnitState(bytes: Array(whole[..<count])) }
            if count < 8 {
                #expect(error == .notAState)
            } else if count >= 28 {
                #expect(error == .truncated(expected: whole.count, found: count))
            }
        }
        #expect(throws: UnitStateError.truncated(expected: whole.count, found: whole.count + 1)) {
            try UnitState(bytes: whole + [0])
        }
    }

    @Test func `a byte that has changed is noticed wherever it is`() {
        let whole = Self.state.bytes
        for place in 12..<whole.count {
            var changed = whole
            changed[place] ^= 0x40
            #expect(throws: UnitStateError.self) { try UnitState(bytes: changed) }
        }
    }

    @Test func `a newer version is named`() {
        var bytes = Self.state.bytes
        bytes[8] = 2
        let error = #expect(throws: UnitStateError.unknownVersion(2)) { try UnitState(bytes: bytes) }
        #expect(error?.description == "The state has the version 2, but this program knows only 1.")
    }

    @Test func `a count that promises more than there is does not end the program`() {
        var bytes = UnitState(identifier: "a").bytes
        for place in 12..<20 { bytes[place] = 0xff }
        #expect(throws: UnitStateError.truncated(expected: .max, found: bytes.count)) {
            try UnitState(bytes: bytes)
        }
    }
}
