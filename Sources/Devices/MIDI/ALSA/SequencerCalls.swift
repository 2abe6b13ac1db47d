import CAVFALSA
import CAVFRealtime
import Glibc

/// Every call that is made into alsa-lib's sequencer, so that a test can put one of its own in its place.
///
/// A test's sequencer hides behind the handle that its `open` returns. What describes clients, ports,
/// queues and subscriptions is alsa-lib's in both cases: those calls need no sequencer.
package struct SequencerCalls: Sendable {
    /// A handle.
    package typealias Sequencer = OpaquePointer?
    /// A description of a client, a port, a queue's state or a subscription.
    package typealias Info = OpaquePointer?
    /// A place for an event that alsa-lib owns.
    package typealias EventPlace = UnsafeMutablePointer<UnsafeMutablePointer<snd_seq_event_t>?>

    // The client.
    package var open:
        @convention(c) (UnsafeMutablePointer<Sequencer>?, UnsafePointer<CChar>?, Int32, Int32) -> Int32 =
            snd_seq_open
    package var close: @convention(c) (Sequencer) -> Int32 = snd_seq_close
    package var setClientName: @convention(c) (Sequencer, UnsafePointer<CChar>?) -> Int32 =
        snd_seq_set_client_name
    package var clientID: @convention(c) (Sequencer) -> Int32 = snd_seq_client_id
    package var setInputPool: @convention(c) (Sequencer, Int) -> Int32 = snd_seq_set_client_pool_input

    // Ports and who is connected.
    package var createPort: @convention(c) (Sequencer, UnsafePointer<CChar>?, UInt32, UInt32) -> Int32 =
        snd_seq_create_simple_port
    package var deletePort: @convention(c) (Sequencer, Int32) -> Int32 = snd_seq_delete_simple_port
    package var portInfo: @convention(c) (Sequencer, Int32, Info) -> Int32 = snd_seq_get_port_info
    package var setPortInfo: @convention(c) (Sequencer, Int32, Info) -> Int32 = snd_seq_set_port_info
    package var anyPortInfo: @convention(c) (Sequencer, Int32, Int32, Info) -> Int32 =
        snd_seq_get_any_port_info
    package var anyClientInfo: @convention(c) (Sequencer, Int32, Info) -> Int32 = snd_seq_get_any_client_info
    package var nextClient: @convention(c) (Sequencer, Info) -> Int32 = snd_seq_query_next_client
    package var nextPort: @convention(c) (Sequencer, Info) -> Int32 = snd_seq_query_next_port
    package var subscribe: @convention(c) (Sequencer, Info) -> Int32 = snd_seq_subscribe_port
    package var unsubscribe: @convention(c) (Sequencer, Info) -> Int32 = snd_seq_unsubscribe_port

    // The queue whose time input is stamped with.
    package var makeQueue: @convention(c) (Sequencer) -> Int32 = snd_seq_alloc_queue
    package var controlQueue:
        @convention(c) (Sequencer, Int32, Int32, Int32, UnsafeMutablePointer<snd_seq_event_t>?) -> Int32 =
            snd_seq_control_queue
    package var queueStatus: @convention(c) (Sequencer, Int32, Info) -> Int32 = snd_seq_get_queue_status
    package var drain: @convention(c) (Sequencer) -> Int32 = snd_seq_drain_output

    // Events.
    package var input: @convention(c) (Sequencer, EventPlace?) -> Int32 = snd_seq_event_input
    package var output: @convention(c) (Sequencer, UnsafeMutablePointer<snd_seq_event_t>?) -> Int32 =
        snd_seq_event_output_direct

    /// The calls for messages in words; nil for an alsa-lib that has none.
    package var packets: SequencerPacketCalls? = .ofLibrary

    // Waiting. The handle says whose time it is, so that a test's sequencer can have a clock of its own.
    package var countDescriptors: @convention(c) (Sequencer, Int16) -> Int32 = snd_seq_poll_descriptors_count
    package var fillDescriptors:
        @convention(c) (Sequencer, UnsafeMutablePointer<pollfd>?, UInt32, Int16) -> Int32 =
            snd_seq_poll_descriptors
    /// Waits for a descriptor; the number of those that woke, or a negative error number.
    package var poll:
        @convention(c) (Sequencer, UnsafeMutablePointer<pollfd>?, UInt32, _ milliseconds: Int32) -> Int32 = {
            _, descriptors, count, milliseconds in
            let woken = Glibc.poll(descriptors, UInt(count), milliseconds)
            return woken < 0 ? -errno : woken
        }
    /// CLOCK_MONOTONIC in nanoseconds.
    package var hostTime: @convention(c) (Sequencer) -> UInt64 = { _ in avf_rt_host_time() }

    /// Waits for some nanoseconds.
    package var sleep: @convention(c) (Sequencer, _ nanoseconds: UInt64) -> Void = { _, nanoseconds in
        MonotonicClock.sleep(nanoseconds: nanoseconds)
    }

    /// The calls of the real alsa-lib.
    package init() {}
}
