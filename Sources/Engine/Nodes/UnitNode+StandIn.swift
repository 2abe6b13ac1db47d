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

    /// A unit without parameters that stands for a node of another kind, and is never rendered.
    package convenience init(faceOf node: EngineNode) {
        let graph = node.graphNode
        let isSource = graph.inputBusCount == 0
        let kind: UnitKind = isSource ? .generator : graph.inputBusCount == nil ? .mixer : .other
        let descriptor = UnitDescriptor(
            identifier: "node", name: node.name, manufacturer: nativeManufacturer, version: 0,
            summary: "Stands for a node that is no unit.", kind: kind,
            component: ComponentDescription(type: kind.componentType, subtype: 0, manufacturer: 0),
            inputBuses: isSource ? [] : [BusDescriptor("Input")],
            outputBuses: graph.outputBusCount == 0 ? [] : [BusDescriptor("Output")], parameters: [])
        self.init(descriptor) { _, _ in StandInUnit() }
    }
}
