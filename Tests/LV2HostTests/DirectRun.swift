import AVFRender
import CAVFLilv
import CAVFRealtime
import Foundation

/// The same plugin without this host: found, instantiated and run through lilv, in the plainest loop there
/// is.
enum DirectRun {
    /// Output by channel; every control at its value in `controls`, by port index.
    static func render(
        uri: String, bundle: String, controls: [Int: Float], input: [[Float]], blockSize: Int,
        sampleRateHz: Double
    ) -> [[Float]]? {
        guard let world = lilv_world_new() else { return nil }
        defer { lilv_world_free(world) }
        let folder = lilv_new_file_uri(world, nil, bundle + "/")
        lilv_world_load_bundle(world, folder)
        let floatingPoint = avf_rt_fpu_read()
        defer { avf_rt_fpu_write(floatingPoint) }
        guard
            let plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), lilv_new_uri(world, uri)),
            let instance = lilv_plugin_instantiate(plugin, sampleRateHz, nil)
        else { return nil }
        defer { lilv_instance_free(instance) }
        avf_rt_fpu_write(floatingPoint)
        return run(plugin, instance, Ports(world, plugin), controls, input, blockSize)
    }

    /// Port indices by kind.
    private struct Ports {
        var inputs: [UInt32] = []
        var outputs: [UInt32] = []
        let count: UInt32

        init(_ world: OpaquePointer, _ plugin: OpaquePointer) {
            let audio = lilv_new_uri(world, "http://lv2plug.in/ns/lv2core#AudioPort")
            let input = lilv_new_uri(world, "http://lv2plug.in/ns/lv2core#InputPort")
            count = lilv_plugin_get_num_ports(plugin)
            for index in 0..<count {
                let port = lilv_plugin_get_port_by_index(plugin, index)
                guard lilv_port_is_a(plugin, port, audio) else { continue }
                if lilv_port_is_a(plugin, port, input) { inputs.append(index) } else { outputs.append(index) }
            }
        }
    }

    private static func run(
        _ plugin: OpaquePointer, _ instance: UnsafeMutablePointer<LilvInstance>, _ ports: Ports,
        _ controls: [Int: Float], _ input: [[Float]], _ blockSize: Int
    ) -> [[Float]] {
        let cells = UnsafeMutablePointer<Float>.allocate(capacity: Int(ports.count) * blockSize)
        defer { cells.deallocate() }
        cells.initialize(repeating: 0, count: Int(ports.count) * blockSize)
        for index in 0..<Int(ports.count) {
            cells[index * blockSize] = controls[index] ?? 0
            lilv_instance_connect_port(instance, UInt32(index), cells + index * blockSize)
        }
        lilv_instance_activate(instance)
        var output = [[Float]](repeating: [], count: ports.outputs.count)
        for start in stride(from: 0, to: input[0].count, by: blockSize) {
            let count = min(blockSize, input[0].count - start)
            for (channel, port) in ports.inputs.enumerated() {
                for frame in 0..<count {
                    cells[Int(port) * blockSize + frame] = input[channel][start + frame]
                }
            }
            flushingToZero { lilv_instance_run(instance, UInt32(count)) }
            for (channel, port) in ports.outputs.enumerated() {
                output[channel] += UnsafeBufferPointer(start: cells + Int(port) * blockSize, count: count)
            }
        }
        lilv_instance_deactivate(instance)
        return output
    }

    /// The render thread's floating-point mode.
    private static func flushingToZero(_ body: () -> Void) {
        let before = avf_rt_fpu_read()
        avf_rt_fpu_write(avf_rt_fpu_state(value: before.value | 0x8040))
        body()
        avf_rt_fpu_write(before)
    }
}
