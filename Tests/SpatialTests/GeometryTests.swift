import AVFSpatial
import Testing

/// Where sources are as a turned head sees them; the numbers were computed independently.
@Suite struct GeometryTests {
    private func pose(yaw: Double = 0, pitch: Double = 0, roll: Double = 0) -> ListenerPose {
        var pose = ListenerPose()
        #expect(pose.turn(yawDegrees: yaw, pitchDegrees: pitch, rollDegrees: roll) == nil)
        return pose
    }

    private func isNear(_ a: Vector3, _ x: Double, _ y: Double, _ z: Double) -> Bool {
        abs(a.x - x) < 1e-6 && abs(a.y - y) < 1e-6 && abs(a.z - z) < 1e-6
    }

    @Test func `a source ahead on the right is at 45 degrees`() {
        let seen = ListenerPose().direction(of: Vector3(1, 0, -1))
        #expect(abs(seen.azimuthDegrees - 45) < 1e-9)
        #expect(abs(seen.elevationDegrees) < 1e-9)
        #expect(abs(seen.distance - 1.414_213_6) < 1e-6)
        #expect(isNear(seen.unit.scaled(by: seen.distance), 1, -1, 0))
    }

    @Test func `a source on the left and above has a negative azimuth and an elevation`() {
        let seen = ListenerPose().direction(of: Vector3(-2, 1, 0))
        #expect(abs(seen.azimuthDegrees + 90) < 1e-6)
        #expect(abs(seen.elevationDegrees - 26.565_051_2) < 1e-6)
        #expect(abs(seen.distance - 2.236_068_0) < 1e-6)
        #expect(isNear(seen.unit.scaled(by: seen.distance), 0, 2, 1))
    }

    @Test func `a yaw of 90 degrees looks along x`() {
        let pose = pose(yaw: 90)
        #expect(isNear(pose.forward, 1, 0, 0))
        #expect(isNear(pose.up, 0, 1, 0))
        #expect(abs(pose.direction(of: Vector3(1, 0, -1)).azimuthDegrees + 45) < 1e-6)
    }

    @Test func `yaw, pitch and roll are applied in this order and can be read back`() {
        var pose = pose(yaw: 30, pitch: 20, roll: 10)
        #expect(isNear(pose.forward, 0.469_846_3, 0.342_020_1, -0.813_797_7))
        #expect(isNear(pose.up, -0.018_028_3, 0.925_416_6, 0.378_522_3))
        #expect(isNear(pose.right, 0.882_564_1, -0.163_175_9, 0.440_969_6))
        #expect(pose.move(to: Vector3(1, 1, 1)) == nil)
        let seen = pose.direction(of: Vector3(3, 2, -5))
        #expect(abs(seen.distance - 6.403_124_2) < 1e-6)
        #expect(abs(seen.azimuthDegrees + 9.611_009_1) < 1e-6)
        #expect(abs(seen.elevationDegrees + 12.462_279_5) < 1e-6)
        let angles = pose.angleDegrees
        #expect(abs(angles.yaw - 30) < 1e-9 && abs(angles.pitch - 20) < 1e-9 && abs(angles.roll - 10) < 1e-9)
    }

    @Test func `a nose that points straight up has a yaw and no roll`() {
        let angles = pose(yaw: 40, pitch: 90).angleDegrees
        #expect(abs(angles.yaw - 40) < 1e-6 && abs(angles.pitch - 90) < 1e-6 && angles.roll == 0)
    }

    @Test func `a head that leans to the right has what is above on its left`() {
        let pose = pose(roll: 90)
        #expect(isNear(pose.up, 1, 0, 0))
        #expect(abs(pose.direction(of: Vector3(0, 1, 0)).azimuthDegrees + 90) < 1e-6)
    }

    @Test func `an up that is not perpendicular is turned and reported`() {
        var pose = ListenerPose()
        #expect(pose.turn(forward: Vector3(0, 0, -1), up: Vector3(0.3, 1, -0.4)) == .notPerpendicular)
        let seen = pose.direction(of: Vector3(1, 1, -1))
        #expect(abs(seen.azimuthDegrees - 33.840_999_0) < 1e-6)
        #expect(abs(seen.elevationDegrees - 45.963_872_3) < 1e-6)
    }

    @Test func `what makes no sense is reported and keeps the old pose`() {
        var pose = pose(yaw: 30)
        let before = pose
        #expect(pose.turn(forward: Vector3(0, 0, 0), up: Vector3(0, 1, 0)) == .noDirection)
        #expect(pose.turn(forward: Vector3(.nan, 0, 1), up: Vector3(0, 1, 0)) == .notFinite)
        #expect(pose.turn(yawDegrees: .infinity, pitchDegrees: 0, rollDegrees: 0) == .notFinite)
        #expect(pose.move(to: Vector3(0, .infinity, 0)) == .notFinite)
        #expect(pose == before)
    }

    @Test(arguments: [Vector3(0, 1, 0), Vector3(0, -2, 0), Vector3(3, 0, 0)])
    func `an up on the line of forward is replaced by a perpendicular one`(forward: Vector3) {
        var pose = ListenerPose()
        #expect(pose.turn(forward: forward, up: forward) == .parallel)
        #expect(abs(pose.up.dot(pose.forward)) < 1e-12)
        #expect(abs(pose.up.length - 1) < 1e-12)
        #expect(abs(pose.right.cross(pose.forward).dot(pose.up) - 1) < 1e-12)
    }

    @Test func `vectors of any finite length have a direction`() throws {
        for size in [1e-300, 1e-20, 1, 1e20, 1e300] {
            let unit = try #require(Vector3(3 * size, 0, 4 * size).normalized)
            #expect(abs(unit.x - 0.6) < 1e-12 && abs(unit.z - 0.8) < 1e-12)
        }
        #expect(Vector3(0, 0, 0).normalized == nil)
        #expect(HeadDirection(front: 0, left: 0, up: 0).distance == 0)
    }

    @Test func `every direction lies in the triangle that the mesh finds for it`() throws {
        let ring = stride(from: 0.0, to: 360, by: 15)
        let points =
            [-60.0, -30, 0, 30, 60].flatMap { elevation in
                ring.map { HeadDirection(azimuthDegrees: $0, elevationDegrees: elevation).unit }
            } + [Vector3(0, 0, 1), Vector3(0, 0, -1)]
        let mesh = try #require(DirectionMesh(points))
        #expect(mesh.triangleCount == 2 * points.count - 4)
        #expect(abs(mesh.solidAngles.reduce(0, +) - 4 * .pi) < 1e-5)
        for place in 0..<5000 {
            let direction = HeadDirection(
                azimuthDegrees: Double(place) * 137.5, elevationDegrees: Double(place % 179) - 89
            ).unit
            let found = mesh.view.place(of: direction)
            let corners = [found.corners.0, found.corners.1, found.corners.2].map { points[Int($0)] }
            let weights = [found.weights.0, found.weights.1, found.weights.2]
            let sum = zip(corners, weights).reduce(Vector3(0, 0, 0)) { $0.adding($1.0.scaled(by: $1.1)) }
            #expect(sum.subtracting(direction).length < 2e-5)
            #expect(weights.allSatisfy { $0 >= 0 })
        }
    }

    @Test func `directions on one side only have no mesh`() {
        let points = stride(from: 0.0, to: 90, by: 10).map {
            HeadDirection(azimuthDegrees: $0, elevationDegrees: 20).unit
        }
        #expect(DirectionMesh(points) == nil)
        #expect(DirectionMesh([]) == nil)
        #expect(DirectionMesh([Vector3(1, 0, 0)]) == nil)
    }
}
