import AVFPluginCatalog
import AVFRender
import Testing

/// How a control port's data, whole or not, become a parameter.
struct ParameterFactsTests {
    private func port(
        _ defaultValue: Float?, _ minimum: Float?, _ maximum: Float?, _ flags: PortFacts.Flags = []
    ) -> PortFacts {
        var port = PortFacts()
        port.kind = .control
        port.isInput = true
        port.name = "Port"
        (port.defaultValue, port.minimum, port.maximum, port.flags) = (defaultValue, minimum, maximum, flags)
        return port
    }

    private func spec(_ port: PortFacts) -> ParameterSpec { port.spec(sampleRateHz: 48_000) }

    @Test func `bounds and default are taken as they are`() {
        let spec = spec(port(2, 1, 5))
        #expect(spec.range == 1...5 && spec.defaultValue == 2 && !spec.isReadOnly)
    }

    @Test func `bounds in the wrong order are exchanged and a default outside is moved in`() {
        let spec = spec(port(7, 1, 0))
        #expect(spec.range == 0...1 && spec.defaultValue == 1)
    }

    @Test(arguments: [nil, .nan, .infinity] as [Float?])
    func `with one bound missing nothing finite is cut`(bound: Float?) {
        let spec = spec(port(3, 0, bound))
        #expect(spec.clamp(-1e30) == -1e30 && spec.clamp(1e30) == 1e30)
        #expect(spec.clamp(.infinity)?.isFinite == true && spec.clamp(.nan) == nil)
    }

    @Test(arguments: [nil, .nan, -.infinity] as [Float?])
    func `a default that is missing is the value nearest to zero`(value: Float?) {
        #expect(spec(port(value, 20, 200)).defaultValue == 20)
        #expect(spec(port(value, -1, 1)).defaultValue == 0)
    }

    @Test func `a port in multiples of the sample rate is scaled by it`() {
        let spec = spec(port(0.25, 0.125, 0.5, .sampleRate))
        #expect(spec.range == 6000...24_000 && spec.defaultValue == 12_000)
    }

    @Test func `flags, scale points and units are carried over`() {
        var port = port(1, 0, 3, [.integer, .logarithmic])
        port.scalePoints = [.init(value: 1, label: "one"), .init(value: 2, label: "two")]
        port.unitURI = "http://lv2plug.in/ns/extensions/units#hz"
        let spec = spec(port)
        #expect(spec.isInteger && spec.isLogarithmic && spec.unit == .hertz)
        #expect(spec.namedValues == [NamedValue(1, "one"), NamedValue(2, "two")])
    }

    @Test func `a switch without bounds is 0 or 1`() {
        let spec = spec(port(1, nil, nil, .toggled))
        #expect(spec.range == 0...1 && spec.unit == .boolean && spec.isInteger)
    }

    @Test func `an enumeration without bounds spans its scale points`() {
        var port = port(2, nil, nil, .enumeration)
        port.scalePoints = [.init(value: 4, label: "d"), .init(value: 2, label: "b")]
        #expect(spec(port).range == 2...4)
    }
}
