import AVFSpatial
import Glibc
import Testing

/// The laws of distance, panning and heads against formulas; the numbers were computed independently.
@Suite struct LawTests {
    @Test func `the inverse law is Apple's formula between its ends`() {
        let law = DistanceAttenuation()
        #expect(law.gain(atDistance: 4) == 0.25)
        #expect(law.gain(atDistance: 0.5) == 1)
        let other = DistanceAttenuation(.inverse, referenceDistance: 2, rolloffFactor: 0.7)
        #expect(abs(other.gain(atDistance: 10) - 0.263_157_9) < 1e-7)
        #expect(law.gain(atDistance: 2e5) == law.gain(atDistance: 1e5))
    }

    @Test func `the exponential law is a power of the distance`() {
        #expect(DistanceAttenuation(.exponential).gain(atDistance: 4) == 0.25)
        let other = DistanceAttenuation(.exponential, referenceDistance: 2, rolloffFactor: 1.5)
        #expect(abs(other.gain(atDistance: 10) - 0.089_442_7) < 1e-7)
    }

    @Test func `the linear law falls to nothing and stays there`() {
        let law = DistanceAttenuation(.linear, maximumDistance: 100)
        #expect(abs(law.gain(atDistance: 50) - 0.505_050_5) < 1e-7)
        #expect(law.gain(atDistance: 200) == 0)
        let steep = DistanceAttenuation(.linear, maximumDistance: 100, rolloffFactor: 2)
        #expect(steep.gain(atDistance: 80) == 0)
        #expect(abs(DistanceAttenuation(.linear).gain(atDistance: 1000) - 0.990_009_9) < 1e-7)
    }

    @Test func `laws that make no sense attenuate nothing`() {
        for law in [
            DistanceAttenuation(.inverse, referenceDistance: 0),
            DistanceAttenuation(.linear, referenceDistance: 5, maximumDistance: 5),
            DistanceAttenuation(.exponential, rolloffFactor: .nan),
            DistanceAttenuation(.inverse, rolloffFactor: -1),
        ] { #expect(law.gain(atDistance: 7) == 1) }
        #expect(DistanceAttenuation().gain(atDistance: .nan) == 1)
        #expect(DistanceAttenuation(.exponential).gain(atDistance: .infinity) == 0)
    }

    @Test(arguments: [
        (0.0, 0.0, 0.707_107, 0.707_107), (30, 0, 0.5, 0.866_025), (-45, 0, 0.923_880, 0.382_683),
        (90, 0, 0, 1), (150, 0, 0.5, 0.866_025), (90, 60, 0.5, 0.866_025), (0, 90, 0.707_107, 0.707_107),
    ])
    func `panning has equal power and follows the lateral angle`(
        azimuth: Double, elevation: Double, left: Double, right: Double
    ) {
        let pan = EqualPowerPan(HeadDirection(azimuthDegrees: azimuth, elevationDegrees: elevation))
        #expect(abs(pan.left - left) < 1e-6 && abs(pan.right - right) < 1e-6)
        #expect(abs(pan.left * pan.left + pan.right * pan.right - 1) < 1e-12)
    }

    @Test(arguments: [
        (15.0, 0.0, 132.81), (30, 0, 261.12), (45, 0, 380.74), (60, 0, 488.07), (90, 0, 655.82),
        (45, 45, 261.12),
    ])
    func `the difference of the ears' delays is Woodworth's`(
        azimuth: Double, elevation: Double, microseconds: Double
    ) {
        let head = SphericalHead()
        let direction = HeadDirection(azimuthDegrees: azimuth, elevationDegrees: elevation)
        let left = head.delay(incidence: head.incidence(.left, direction))
        let right = head.delay(incidence: head.incidence(.right, direction))
        #expect(abs((left - right) * 1e6 - microseconds) < 0.01)
    }

    @Test(arguments: [
        (0.0, -255.10), (60, -127.55), (90, 0), (120, 133.57), (150, 267.14), (180, 400.71),
    ])
    func `an ear hears earlier or later than the middle of the head would`(
        degrees: Double, microseconds: Double
    ) {
        #expect(abs(SphericalHead().delay(incidence: degrees * .pi / 180) * 1e6 - microseconds) < 0.01)
    }

    @Test func `the head's shadow has the coefficients of Brown and Duda`() {
        let near = SphericalHead().shadow(incidence: 0, sampleRateHz: 48_000)
        #expect(abs(near.b0 - 1.924_499_2) < 1e-6 && abs(near.b1 + 1.773_497_7) < 1e-6)
        #expect(abs(near.a1 + 0.848_998_5) < 1e-6)
        let far = SphericalHead().shadow(incidence: 150 * .pi / 180, sampleRateHz: 48_000)
        #expect(abs(far.b0 - 0.167_950_7) < 1e-6 && abs(far.b1 + 0.016_949_2) < 1e-6)
    }

    @Test(arguments: [
        (-3.0, 0.530_599_3), (-6, 0.690_579_1), (-12, 0.846_504_3), (-20, 0.937_441_9), (-40, 0.993_591_5),
    ])
    func `a low-pass of occlusion attenuates 5 kHz as it was told`(decibels: Double, expected: Double) {
        let pole = OnePoleLowPass.pole(decibels: decibels, sampleRateHz: 48_000)
        #expect(abs(pole - expected) < 1e-6)
        let angle = 2 * Double.pi * 5000 / 48_000
        let power = (1 - pole) * (1 - pole) / (1 - 2 * pole * cos(angle) + pole * pole)
        #expect(abs(10 * log10(power) - decibels) < 0.01)
    }

    @Test func `no occlusion is no filter`() {
        #expect(OnePoleLowPass.pole(decibels: 0, sampleRateHz: 48_000) == 0)
        #expect(OnePoleLowPass.pole(decibels: 5, sampleRateHz: 48_000) == 0)
        #expect(OnePoleLowPass.pole(decibels: .nan, sampleRateHz: 48_000) == 0)
        #expect(OnePoleLowPass.pole(decibels: -1e9, sampleRateHz: 8_000) < 1)
    }

    @Test(arguments: [(0.0, 1.0, 0.0), (0.25, 0.923_880, 0.382_683), (0.5, 0.707_107, 0.707_107), (1, 0, 1)])
    func `reverb and source share a constant power`(share: Double, dry: Double, wet: Double) {
        let blend = ReverbBlend(share)
        #expect(abs(blend.dry - dry) < 1e-6 && abs(blend.wet - wet) < 1e-6)
    }

    @Test func `a source that comes closer sounds higher`() {
        #expect(abs(Doppler.ratio(sourceSpeed: 20) - 1.061_919_5) < 1e-6)
        #expect(abs(Doppler.ratio(sourceSpeed: -20) - 0.944_903_6) < 1e-6)
        #expect(abs(Doppler.ratio(sourceSpeed: 0, listenerSpeed: 20) - 1.058_309_0) < 1e-6)
        #expect(Doppler.ratio(sourceSpeed: 400) == 2)
        #expect(Doppler.ratio(sourceSpeed: .nan) == 2)
    }
}
