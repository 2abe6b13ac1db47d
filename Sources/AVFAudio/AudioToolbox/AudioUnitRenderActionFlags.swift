/// What a render call is told, and tells.
@frozen
public struct AudioUnitRenderActionFlags: OptionSet, Sendable {
    /// The flags as bits.
    public let rawValue: UInt32

    /// Flags from bits.
    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The call is made before rendering.
    @inlinable
    public static var unitRenderAction_PreRender: AudioUnitRenderActionFlags { .init(rawValue: 4) }
    /// The call is made after rendering.
    @inlinable
    public static var unitRenderAction_PostRender: AudioUnitRenderActionFlags { .init(rawValue: 8) }
    /// The output holds nothing but zeros.
    @inlinable
    public static var unitRenderAction_OutputIsSilence: AudioUnitRenderActionFlags { .init(rawValue: 16) }
    /// An offline unit is to look at its input before rendering.
    @inlinable
    public static var offlineUnitRenderAction_Preflight: AudioUnitRenderActionFlags { .init(rawValue: 32) }
    /// An offline unit is to render.
    @inlinable
    public static var offlineUnitRenderAction_Render: AudioUnitRenderActionFlags { .init(rawValue: 64) }
    /// An offline unit has finished.
    @inlinable
    public static var offlineUnitRenderAction_Complete: AudioUnitRenderActionFlags { .init(rawValue: 128) }
    /// Rendering has failed; set in the call after rendering.
    @inlinable
    public static var unitRenderAction_PostRenderError: AudioUnitRenderActionFlags { .init(rawValue: 256) }
    /// The arguments are known to be valid.
    @inlinable
    public static var unitRenderAction_DoNotCheckRenderArgs: AudioUnitRenderActionFlags {
        .init(rawValue: 512)
    }
}
