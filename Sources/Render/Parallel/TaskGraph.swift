/// A plan's calls as tasks that several threads can share: which must be done before which.
///
/// A task is a chain of calls without a wait in between. A call waits for those who write what it
/// reads, and for those who read or write what it writes.
struct TaskGraph {
    /// Calls in order, and who waits for them.
    struct Task: Equatable {
        /// Places of the calls in the plan.
        var steps: [Int]
        /// Tasks that wait for this one.
        var followers: [Int] = []
        /// How many tasks this one waits for.
        var predecessorCount = 0
    }

    /// The tasks, in the order of their first calls.
    private(set) var tasks: [Task] = []

    /// The most tasks that can be under way at a time, at least: how many need not wait.
    var firstTaskCount: Int { tasks.count { $0.predecessorCount == 0 } }

    /// The tasks of a plan's calls in this order.
    init(_ steps: [PlanStep], _ buses: PlanBuses) {
        let calls = Self.calls(steps, buses)
        var taskOfStep = [Int](repeating: 0, count: steps.count)
        for step in steps.indices {
            if let before = calls[step].before.first, calls[step].before.count == 1,
                calls[before].after.count == 1
            {
                taskOfStep[step] = taskOfStep[before]
                tasks[taskOfStep[before]].steps.append(step)
            } else {
                taskOfStep[step] = tasks.count
                tasks.append(Task(steps: [step]))
            }
        }
        for task in tasks.indices {
            let before = Set(calls[tasks[task].steps[0]].before.map { taskOfStep[$0] })
            tasks[task].predecessorCount = before.count
            for predecessor in before.sorted() { tasks[predecessor].followers.append(task) }
        }
    }

    /// The calls that a call waits for, and those that wait for it.
    private struct Call {
        var before: Set<Int> = []
        var after: Set<Int> = []
    }

    private static func calls(_ steps: [PlanStep], _ buses: PlanBuses) -> [Call] {
        var calls = [Call](repeating: Call(), count: steps.count)
        var writer: [PlanBuffer: Int] = [:]
        var readers: [PlanBuffer: [Int]] = [:]
        var eventWriter: [Int: Int] = [:]
        func wait(_ step: Int, for other: Int) {
            guard other != step else { return }
            calls[step].before.insert(other)
            calls[other].after.insert(step)
        }
        for (index, step) in steps.enumerated() {
            for buffer in buses.joined(step.buses.inputs) where buffer != .silence {
                if let made = writer[buffer] { wait(index, for: made) }
                readers[buffer, default: []].append(index)
            }
            for buffer in buses.joined(step.buses.outputs) where buffer != .silence {
                // Its readers have waited for the last writer.
                let waitedFor = readers[buffer] ?? []
                if let made = writer[buffer], waitedFor.isEmpty { wait(index, for: made) }
                for reader in waitedFor { wait(index, for: reader) }
                writer[buffer] = index
                readers[buffer] = []
            }
            // An event bus is written once, before it is read.
            for case let bus? in [step.events.input, step.events.secondInput] {
                if let made = eventWriter[bus] { wait(index, for: made) }
            }
            for bus in step.events.outputs { eventWriter[bus] = index }
        }
        return calls
    }
}
