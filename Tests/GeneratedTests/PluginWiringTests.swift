import AVFUnits
import Testing

/// What LV2 hosts do with ports, and ours does not.
@Suite struct PluginWiringTests {
    @Test func `input and output may be one buffer, also of the other channel`() throws {
        let host = try gainHost(decibels: -20)
        var first: [Float] = (0..<3000).map { Float($0) }
        var second: [Float] = (0..<3000).map { -Float($0) / 2 }
        let expected = (first.map { $0 * 0.1 }, second.map { $0 * 0.1 })
        try first.withUnsafeMutableBufferPointer { first in
            try second.withUnsafeMutableBufferPointer { second in
                try host.connect(host.port("in_left"), first.baseAddress)
                try host.connect(host.port("in_right"), second.baseAddress)
                try host.connect(host.port("out_left"), second.baseAddress)
                try host.connect(host.port("out_right"), first.baseAddress)
                host.run(2999)
            }
        }
        #expect(zip(second, expected.0).prefix(2999).allSatisfy { abs($0 - $1) < 1e-3 })
        #expect(zip(first, expected.1).prefix(2999).allSatisfy { abs($0 - $1) < 1e-3 })
        #expect(first[2999] == 2999)
    }

    @Test func `ports that are not connected are silent inputs and unheard outputs`() throws {
        let host = try gainHost(decibels: 0)
        var output = [Float](repeating: 9, count: 2000)
        try output.withUnsafeMutableBufferPointer { output in
            try host.connect(host.port("out_right"), output.baseAddress)
            host.run(2000)
        }
        #expect(output.allSatisfy { $0 == 0 })
    }

    @Test func `a block without frames writes nothing`() throws {
        let host = try gainHost(decibels: 0)
        var output: [Float] = [9]
        try output.withUnsafeMutableBufferPointer { output in
            try host.connect(host.port("out_left"), output.baseAddress)
            host.run(0)
        }
        #expect(output == [9])
    }

    @Test(arguments: [Float.nan, .infinity, 1000])
    func `a control outside its range is clamped, and no number is none`(value: Float) throws {
        let host = try gainHost(decibels: 0)
        try host.set("gain", value)
        #expect(try peak(host) == (value.isNaN ? 1 : 15.848_932))
    }

    @Test func `a unit that is enabled again has forgotten what it heard before`() throws {
        let entry = try #require(UnitCatalog["equalizer"])
        let fresh = try DirectHost(entry)
        let used = try DirectHost(entry)
        for host in [fresh, used] {
            try host.set("band1Bypass", 0)
            try host.set("band1FilterType", 1)
            try host.set("band1Frequency", 30)
        }
        _ = try peak(used)
        try used.set("enabled", 0)
        #expect(try peak(used) == 1)
        try used.set("enabled", 1)
        #expect(try peak(used) == peak(fresh))
    }

    private func gainHost(decibels: Float) throws -> DirectHost {
        let host = try DirectHost(try #require(UnitCatalog["gain"]))
        try host.set("gain", decibels)
        return host
    }

    /// The left output's peak for a block of ones.
    private func peak(_ host: DirectHost) throws -> Float {
        var input = [Float](repeating: 1, count: 500)
        var output = [Float](repeating: 0, count: 500)
        try input.withUnsafeMutableBufferPointer { input in
            try output.withUnsafeMutableBufferPointer { output in
                try host.connect(host.port("in_left"), input.baseAddress)
                try host.connect(host.port("out_left"), output.baseAddress)
                host.run(500)
            }
        }
        return output.max() ?? 0
    }
}
