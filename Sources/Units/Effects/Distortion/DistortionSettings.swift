/// A distortion's parameters as its chain needs them.
struct DistortionSettings {
    let delaySeconds: Double
    let echoFeedback: Float
    let echoMix: Float
    /// Share of 2³² of a coarse sample that passes in a frame; 0 takes every frame.
    let crushShare: UInt32
    let crushStep: Float
    let crushMix: Float
    let linear: Float
    let squared: Float
    let cubic: Float
    let firstHz: Double
    let secondHz: Double
    let ringBalance: Float
    let ringMix: Float
    let gain: Float
    let mix: Float
}
