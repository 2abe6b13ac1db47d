import AVFRender

extension UnitNode {
    /// A node around a unit that the program itself renders; it has no parameters in the engine.
    package convenience init(
        program descriptor: UnitDescriptor,
        make: @escaping @Sendable (UnitConfiguration) throws(EngineError) -> RenderUnit
    ) {
        self.init(descriptor) { configuration, _ throws(EngineError) in try make(configuration) }
    }
}
