import AVFRender
import AVFUnits

extension UnitNode {
    /// A node for a unit that could not be made: an effect passes its input on, a generator is silent.
    package convenience init(standInFor component: ComponentDescription, isGenerator: Bool) {
        let descriptor = UnitDescriptor(
            identifier: "stand-in", name: "missing unit", manufacturer: nativeManufacturer, version: 0,
            summary: "Takes the place of a unit that could not be made.",
            kind: isGenerator ? .generator : .effect, component: component,
            inputBuses: isGenerator ? [] : [BusDescriptor("Input")], outputBuses: [BusDescriptor("Output")],
            parameters: [])
        self.init(descriptor) { _, _ in StandInUnit() }
    }
}
