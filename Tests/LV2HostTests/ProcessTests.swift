import Testing

/// What happens around plugins' processes, one test after the other: some count all processes that there are.
@Suite(.serialized) enum ProcessTests {}
