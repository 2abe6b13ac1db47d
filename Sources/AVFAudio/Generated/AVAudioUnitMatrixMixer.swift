// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Mixes any channels into any channels, up to eight of each.
///
/// Not one of Apple's classes. C: `AVF_UNIT_MATRIX_MIXER`.
open class AVAudioUnitMatrixMixer: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(MatrixMixerKernel.self))) }

    /// Volume of everything.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_MASTER`.
    public var master: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Volume of a channel that comes in.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_INPUT1`.
    public var input1: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// Volume of a channel that comes in.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_INPUT2`.
    public var input2: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }

    /// Volume of a channel that comes in.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_INPUT3`.
    public var input3: Float {
        get { unit.parameters.load(3) }
        set { unit.parameters.store(newValue, at: 3) }
    }

    /// Volume of a channel that comes in.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_INPUT4`.
    public var input4: Float {
        get { unit.parameters.load(4) }
        set { unit.parameters.store(newValue, at: 4) }
    }

    /// Volume of a channel that comes in.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_INPUT5`.
    public var input5: Float {
        get { unit.parameters.load(5) }
        set { unit.parameters.store(newValue, at: 5) }
    }

    /// Volume of a channel that comes in.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_INPUT6`.
    public var input6: Float {
        get { unit.parameters.load(6) }
        set { unit.parameters.store(newValue, at: 6) }
    }

    /// Volume of a channel that comes in.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_INPUT7`.
    public var input7: Float {
        get { unit.parameters.load(7) }
        set { unit.parameters.store(newValue, at: 7) }
    }

    /// Volume of a channel that comes in.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_INPUT8`.
    public var input8: Float {
        get { unit.parameters.load(8) }
        set { unit.parameters.store(newValue, at: 8) }
    }

    /// Volume of a channel that goes out.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_OUTPUT1`.
    public var output1: Float {
        get { unit.parameters.load(9) }
        set { unit.parameters.store(newValue, at: 9) }
    }

    /// Volume of a channel that goes out.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_OUTPUT2`.
    public var output2: Float {
        get { unit.parameters.load(10) }
        set { unit.parameters.store(newValue, at: 10) }
    }

    /// Volume of a channel that goes out.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_OUTPUT3`.
    public var output3: Float {
        get { unit.parameters.load(11) }
        set { unit.parameters.store(newValue, at: 11) }
    }

    /// Volume of a channel that goes out.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_OUTPUT4`.
    public var output4: Float {
        get { unit.parameters.load(12) }
        set { unit.parameters.store(newValue, at: 12) }
    }

    /// Volume of a channel that goes out.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_OUTPUT5`.
    public var output5: Float {
        get { unit.parameters.load(13) }
        set { unit.parameters.store(newValue, at: 13) }
    }

    /// Volume of a channel that goes out.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_OUTPUT6`.
    public var output6: Float {
        get { unit.parameters.load(14) }
        set { unit.parameters.store(newValue, at: 14) }
    }

    /// Volume of a channel that goes out.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_OUTPUT7`.
    public var output7: Float {
        get { unit.parameters.load(15) }
        set { unit.parameters.store(newValue, at: 15) }
    }

    /// Volume of a channel that goes out.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_OUTPUT8`.
    public var output8: Float {
        get { unit.parameters.load(16) }
        set { unit.parameters.store(newValue, at: 16) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN1OUT1`.
    public var in1out1: Float {
        get { unit.parameters.load(17) }
        set { unit.parameters.store(newValue, at: 17) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN1OUT2`.
    public var in1out2: Float {
        get { unit.parameters.load(18) }
        set { unit.parameters.store(newValue, at: 18) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN1OUT3`.
    public var in1out3: Float {
        get { unit.parameters.load(19) }
        set { unit.parameters.store(newValue, at: 19) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN1OUT4`.
    public var in1out4: Float {
        get { unit.parameters.load(20) }
        set { unit.parameters.store(newValue, at: 20) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN1OUT5`.
    public var in1out5: Float {
        get { unit.parameters.load(21) }
        set { unit.parameters.store(newValue, at: 21) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN1OUT6`.
    public var in1out6: Float {
        get { unit.parameters.load(22) }
        set { unit.parameters.store(newValue, at: 22) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN1OUT7`.
    public var in1out7: Float {
        get { unit.parameters.load(23) }
        set { unit.parameters.store(newValue, at: 23) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN1OUT8`.
    public var in1out8: Float {
        get { unit.parameters.load(24) }
        set { unit.parameters.store(newValue, at: 24) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN2OUT1`.
    public var in2out1: Float {
        get { unit.parameters.load(25) }
        set { unit.parameters.store(newValue, at: 25) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN2OUT2`.
    public var in2out2: Float {
        get { unit.parameters.load(26) }
        set { unit.parameters.store(newValue, at: 26) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN2OUT3`.
    public var in2out3: Float {
        get { unit.parameters.load(27) }
        set { unit.parameters.store(newValue, at: 27) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN2OUT4`.
    public var in2out4: Float {
        get { unit.parameters.load(28) }
        set { unit.parameters.store(newValue, at: 28) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN2OUT5`.
    public var in2out5: Float {
        get { unit.parameters.load(29) }
        set { unit.parameters.store(newValue, at: 29) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN2OUT6`.
    public var in2out6: Float {
        get { unit.parameters.load(30) }
        set { unit.parameters.store(newValue, at: 30) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN2OUT7`.
    public var in2out7: Float {
        get { unit.parameters.load(31) }
        set { unit.parameters.store(newValue, at: 31) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN2OUT8`.
    public var in2out8: Float {
        get { unit.parameters.load(32) }
        set { unit.parameters.store(newValue, at: 32) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN3OUT1`.
    public var in3out1: Float {
        get { unit.parameters.load(33) }
        set { unit.parameters.store(newValue, at: 33) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN3OUT2`.
    public var in3out2: Float {
        get { unit.parameters.load(34) }
        set { unit.parameters.store(newValue, at: 34) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN3OUT3`.
    public var in3out3: Float {
        get { unit.parameters.load(35) }
        set { unit.parameters.store(newValue, at: 35) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN3OUT4`.
    public var in3out4: Float {
        get { unit.parameters.load(36) }
        set { unit.parameters.store(newValue, at: 36) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN3OUT5`.
    public var in3out5: Float {
        get { unit.parameters.load(37) }
        set { unit.parameters.store(newValue, at: 37) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN3OUT6`.
    public var in3out6: Float {
        get { unit.parameters.load(38) }
        set { unit.parameters.store(newValue, at: 38) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN3OUT7`.
    public var in3out7: Float {
        get { unit.parameters.load(39) }
        set { unit.parameters.store(newValue, at: 39) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN3OUT8`.
    public var in3out8: Float {
        get { unit.parameters.load(40) }
        set { unit.parameters.store(newValue, at: 40) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN4OUT1`.
    public var in4out1: Float {
        get { unit.parameters.load(41) }
        set { unit.parameters.store(newValue, at: 41) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN4OUT2`.
    public var in4out2: Float {
        get { unit.parameters.load(42) }
        set { unit.parameters.store(newValue, at: 42) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN4OUT3`.
    public var in4out3: Float {
        get { unit.parameters.load(43) }
        set { unit.parameters.store(newValue, at: 43) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN4OUT4`.
    public var in4out4: Float {
        get { unit.parameters.load(44) }
        set { unit.parameters.store(newValue, at: 44) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN4OUT5`.
    public var in4out5: Float {
        get { unit.parameters.load(45) }
        set { unit.parameters.store(newValue, at: 45) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN4OUT6`.
    public var in4out6: Float {
        get { unit.parameters.load(46) }
        set { unit.parameters.store(newValue, at: 46) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN4OUT7`.
    public var in4out7: Float {
        get { unit.parameters.load(47) }
        set { unit.parameters.store(newValue, at: 47) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN4OUT8`.
    public var in4out8: Float {
        get { unit.parameters.load(48) }
        set { unit.parameters.store(newValue, at: 48) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN5OUT1`.
    public var in5out1: Float {
        get { unit.parameters.load(49) }
        set { unit.parameters.store(newValue, at: 49) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN5OUT2`.
    public var in5out2: Float {
        get { unit.parameters.load(50) }
        set { unit.parameters.store(newValue, at: 50) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN5OUT3`.
    public var in5out3: Float {
        get { unit.parameters.load(51) }
        set { unit.parameters.store(newValue, at: 51) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN5OUT4`.
    public var in5out4: Float {
        get { unit.parameters.load(52) }
        set { unit.parameters.store(newValue, at: 52) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN5OUT5`.
    public var in5out5: Float {
        get { unit.parameters.load(53) }
        set { unit.parameters.store(newValue, at: 53) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN5OUT6`.
    public var in5out6: Float {
        get { unit.parameters.load(54) }
        set { unit.parameters.store(newValue, at: 54) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN5OUT7`.
    public var in5out7: Float {
        get { unit.parameters.load(55) }
        set { unit.parameters.store(newValue, at: 55) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN5OUT8`.
    public var in5out8: Float {
        get { unit.parameters.load(56) }
        set { unit.parameters.store(newValue, at: 56) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN6OUT1`.
    public var in6out1: Float {
        get { unit.parameters.load(57) }
        set { unit.parameters.store(newValue, at: 57) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN6OUT2`.
    public var in6out2: Float {
        get { unit.parameters.load(58) }
        set { unit.parameters.store(newValue, at: 58) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN6OUT3`.
    public var in6out3: Float {
        get { unit.parameters.load(59) }
        set { unit.parameters.store(newValue, at: 59) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN6OUT4`.
    public var in6out4: Float {
        get { unit.parameters.load(60) }
        set { unit.parameters.store(newValue, at: 60) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN6OUT5`.
    public var in6out5: Float {
        get { unit.parameters.load(61) }
        set { unit.parameters.store(newValue, at: 61) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN6OUT6`.
    public var in6out6: Float {
        get { unit.parameters.load(62) }
        set { unit.parameters.store(newValue, at: 62) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN6OUT7`.
    public var in6out7: Float {
        get { unit.parameters.load(63) }
        set { unit.parameters.store(newValue, at: 63) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN6OUT8`.
    public var in6out8: Float {
        get { unit.parameters.load(64) }
        set { unit.parameters.store(newValue, at: 64) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN7OUT1`.
    public var in7out1: Float {
        get { unit.parameters.load(65) }
        set { unit.parameters.store(newValue, at: 65) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN7OUT2`.
    public var in7out2: Float {
        get { unit.parameters.load(66) }
        set { unit.parameters.store(newValue, at: 66) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN7OUT3`.
    public var in7out3: Float {
        get { unit.parameters.load(67) }
        set { unit.parameters.store(newValue, at: 67) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN7OUT4`.
    public var in7out4: Float {
        get { unit.parameters.load(68) }
        set { unit.parameters.store(newValue, at: 68) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN7OUT5`.
    public var in7out5: Float {
        get { unit.parameters.load(69) }
        set { unit.parameters.store(newValue, at: 69) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN7OUT6`.
    public var in7out6: Float {
        get { unit.parameters.load(70) }
        set { unit.parameters.store(newValue, at: 70) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN7OUT7`.
    public var in7out7: Float {
        get { unit.parameters.load(71) }
        set { unit.parameters.store(newValue, at: 71) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN7OUT8`.
    public var in7out8: Float {
        get { unit.parameters.load(72) }
        set { unit.parameters.store(newValue, at: 72) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN8OUT1`.
    public var in8out1: Float {
        get { unit.parameters.load(73) }
        set { unit.parameters.store(newValue, at: 73) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN8OUT2`.
    public var in8out2: Float {
        get { unit.parameters.load(74) }
        set { unit.parameters.store(newValue, at: 74) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN8OUT3`.
    public var in8out3: Float {
        get { unit.parameters.load(75) }
        set { unit.parameters.store(newValue, at: 75) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN8OUT4`.
    public var in8out4: Float {
        get { unit.parameters.load(76) }
        set { unit.parameters.store(newValue, at: 76) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN8OUT5`.
    public var in8out5: Float {
        get { unit.parameters.load(77) }
        set { unit.parameters.store(newValue, at: 77) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN8OUT6`.
    public var in8out6: Float {
        get { unit.parameters.load(78) }
        set { unit.parameters.store(newValue, at: 78) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 0. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN8OUT7`.
    public var in8out7: Float {
        get { unit.parameters.load(79) }
        set { unit.parameters.store(newValue, at: 79) }
    }

    /// Volume of a channel on its way to another one.
    ///
    /// 0…1, default 1. Values outside are clamped. [any] C: `AVF_MATRIX_MIXER_IN8OUT8`.
    public var in8out8: Float {
        get { unit.parameters.load(80) }
        set { unit.parameters.store(newValue, at: 80) }
    }

    /// Whether a channel that comes in is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_INPUT1`.
    public var enableInput1: Bool {
        get { unit.parameters.load(81) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 81) }
    }

    /// Whether a channel that comes in is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_INPUT2`.
    public var enableInput2: Bool {
        get { unit.parameters.load(82) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 82) }
    }

    /// Whether a channel that comes in is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_INPUT3`.
    public var enableInput3: Bool {
        get { unit.parameters.load(83) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 83) }
    }

    /// Whether a channel that comes in is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_INPUT4`.
    public var enableInput4: Bool {
        get { unit.parameters.load(84) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 84) }
    }

    /// Whether a channel that comes in is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_INPUT5`.
    public var enableInput5: Bool {
        get { unit.parameters.load(85) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 85) }
    }

    /// Whether a channel that comes in is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_INPUT6`.
    public var enableInput6: Bool {
        get { unit.parameters.load(86) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 86) }
    }

    /// Whether a channel that comes in is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_INPUT7`.
    public var enableInput7: Bool {
        get { unit.parameters.load(87) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 87) }
    }

    /// Whether a channel that comes in is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_INPUT8`.
    public var enableInput8: Bool {
        get { unit.parameters.load(88) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 88) }
    }

    /// Whether a channel that goes out is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_OUTPUT1`.
    public var enableOutput1: Bool {
        get { unit.parameters.load(89) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 89) }
    }

    /// Whether a channel that goes out is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_OUTPUT2`.
    public var enableOutput2: Bool {
        get { unit.parameters.load(90) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 90) }
    }

    /// Whether a channel that goes out is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_OUTPUT3`.
    public var enableOutput3: Bool {
        get { unit.parameters.load(91) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 91) }
    }

    /// Whether a channel that goes out is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_OUTPUT4`.
    public var enableOutput4: Bool {
        get { unit.parameters.load(92) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 92) }
    }

    /// Whether a channel that goes out is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_OUTPUT5`.
    public var enableOutput5: Bool {
        get { unit.parameters.load(93) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 93) }
    }

    /// Whether a channel that goes out is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_OUTPUT6`.
    public var enableOutput6: Bool {
        get { unit.parameters.load(94) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 94) }
    }

    /// Whether a channel that goes out is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_OUTPUT7`.
    public var enableOutput7: Bool {
        get { unit.parameters.load(95) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 95) }
    }

    /// Whether a channel that goes out is heard.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_MIXER_ENABLE_OUTPUT8`.
    public var enableOutput8: Bool {
        get { unit.parameters.load(96) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 96) }
    }
}
