import CAVFLilv

/// The calls into a plugin that the render thread makes.
package enum PluginCall {
    /// Gives a port its memory.
    case connect(port: UInt32, memory: UnsafeMutableRawPointer)
    /// Makes a block.
    case run(frameCount: UInt32)
    /// Delivers a worker's answer.
    case respond(UnsafePointer<LV2_Worker_Interface>, data: UnsafeMutableRawPointer, count: UInt32)
    /// Tells that all answers are delivered.
    case endRun(UnsafePointer<LV2_Worker_Interface>)
    /// Forgets all history.
    case restart
}

/// Calls a plugin.
///
/// The one place where foreign code runs on the render thread: what it does cannot be proved,
/// so the compiler is told not to look.
@_semantics("no_performance_analysis")
package func callPlugin(_ call: PluginCall, _ descriptor: UnsafePointer<LV2_Descriptor>, _ handle: LV2_Handle)
{
    switch call {
    case .connect(let port, let memory): descriptor.pointee.connect_port?(handle, port, memory)
    case .run(let frameCount): descriptor.pointee.run?(handle, frameCount)
    case .respond(let interface, let data, let count):
        _ = interface.pointee.work_response?(handle, count, data)
    case .endRun(let interface): _ = interface.pointee.end_run?(handle)
    case .restart:
        descriptor.pointee.deactivate?(handle)
        descriptor.pointee.activate?(handle)
    }
}
