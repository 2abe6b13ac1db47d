import AVFEngine
import ArgumentParser

/// Where the plugins of a command run.
struct HostingOptions: ParsableArguments {
    @Flag(help: "Gives every plugin a process of its own, also those that have passed avf validate.")
    var isolate = false
    @Flag(help: "Runs every plugin in this process: one that crashes takes it along.")
    var inProcess = false

    var placement: PluginPlacement {
        if isolate { return .outOfProcess }
        return inProcess ? .inProcess : .automatic
    }

    func validate() throws {
        guard !(isolate && inProcess) else {
            throw ValidationError("--isolate and --in-process contradict each other.")
        }
    }
}
