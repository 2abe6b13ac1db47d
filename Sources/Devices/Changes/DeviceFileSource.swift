import Glibc

/// Files of sound cards that appear, vanish or get other permissions (inotify(7)).
///
/// `@unchecked Sendable`: used by one thread, except that it is made on another.
package final class DeviceFileSource: DeviceChangeSource, @unchecked Sendable {
    package let descriptor: Int32
    private let folder: String
    private let parentWatch: Int32
    private var folderWatch: Int32 = -1

    // A file appears before its mode is set: the change of the mode is what lets it be opened.
    private static let events = UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_ATTRIB)
    private static let bufferByteCount = 4_096

    /// Watches `folder` in `parent`, which may come later; nil where that is impossible.
    package init?(parent: String = "/dev", folder: String = "snd") {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        self.folder = parent + "/" + folder
        parentWatch = inotify_add_watch(descriptor, parent, UInt32(IN_CREATE) | UInt32(IN_DELETE))
        watchFolder()
        guard parentWatch >= 0 || folderWatch >= 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    package func takeChange() -> Bool {
        var isChange = false
        withUnsafeTemporaryAllocation(
            byteCount: Self.bufferByteCount, alignment: MemoryLayout<inotify_event>.alignment
        ) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                isChange = look(UnsafeRawBufferPointer(rebasing: buffer[0..<count])) || isChange
            }
        }
        return isChange
    }

    /// Whether one of the events is about sound; of the parent only the folder's own coming and going is.
    private func look(_ events: UnsafeRawBufferPointer) -> Bool {
        var isChange = false
        var offset = 0
        let headerSize = MemoryLayout<inotify_event>.size
        while offset + headerSize <= events.count {
            let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            if event.wd == folderWatch { isChange = true }
            offset += headerSize + Int(event.len)
        }
        let before = folderWatch
        watchFolder()
        return isChange || folderWatch != before
    }

    private func watchFolder() { folderWatch = inotify_add_watch(descriptor, folder, Self.events) }
}
