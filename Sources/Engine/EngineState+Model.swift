import AVFGraph

/// Edits of the model whose errors are the engine's.
extension EngineState {
    mutating func connect(
        _ source: Endpoint, to destinations: [Endpoint], format: BusFormat?
    ) throws(EngineError) {
        do { try model.connect(source, to: destinations, format: format) } catch { throw .graph(error) }
    }

    mutating func disconnectInput(_ endpoint: Endpoint) throws(EngineError) {
        do { try model.disconnectInput(endpoint) } catch { throw .graph(error) }
    }

    mutating func disconnectOutput(_ endpoint: Endpoint) throws(EngineError) {
        do { try model.disconnectOutput(endpoint) } catch { throw .graph(error) }
    }

    func checkOutput(_ endpoint: Endpoint) throws(EngineError) {
        do { try model.checkOutput(endpoint) } catch { throw .graph(error) }
    }
}
