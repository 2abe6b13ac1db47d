import Glibc

/// Events of udev about sound devices, which come after it has set their permissions.
///
/// libudev is opened when it is needed: a program runs without it. `@unchecked Sendable`: used by one thread,
/// except that it is made on another.
package final class UdevSource: DeviceChangeSource, @unchecked Sendable {
    private typealias Object = OpaquePointer?

    /// The functions of libudev that are used.
    private struct Library {
        typealias Make = @convention(c) () -> Object
        typealias Monitor = @convention(c) (Object, UnsafePointer<CChar>?) -> Object
        typealias Filter = @convention(c) (Object, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32
        typealias Number = @convention(c) (Object) -> Int32
        typealias Change = @convention(c) (Object) -> Object

        let make: Make
        let monitor: Monitor
        let filter: Filter
        let enable: Number
        let descriptor: Number
        let receive: Change
        let releaseDevice: Change
        let releaseMonitor: Change
        let release: Change

        init?() {
            guard let handle = dlopen("libudev.so.1", RTLD_NOW | RTLD_LOCAL),
                let make = dlsym(handle, "udev_new"),
                let monitor = dlsym(handle, "udev_monitor_new_from_netlink"),
                let filter = dlsym(handle, "udev_monitor_filter_add_match_subsystem_devtype"),
                let enable = dlsym(handle, "udev_monitor_enable_receiving"),
                let descriptor = dlsym(handle, "udev_monitor_get_fd"),
                let receive = dlsym(handle, "udev_monitor_receive_device"),
                let releaseDevice = dlsym(handle, "udev_device_unref"),
                let releaseMonitor = dlsym(handle, "udev_monitor_unref"),
                let release = dlsym(handle, "udev_unref")
            else { return nil }
            // The types are those of libudev.h.
            self.make = unsafeBitCast(make, to: Make.self)
            self.monitor = unsafeBitCast(monitor, to: Monitor.self)
            self.filter = unsafeBitCast(filter, to: Filter.self)
            self.enable = unsafeBitCast(enable, to: Number.self)
            self.descriptor = unsafeBitCast(descriptor, to: Number.self)
            self.receive = unsafeBitCast(receive, to: Change.self)
            self.releaseDevice = unsafeBitCast(releaseDevice, to: Change.self)
            self.releaseMonitor = unsafeBitCast(releaseMonitor, to: Change.self)
            self.release = unsafeBitCast(release, to: Change.self)
        }
    }

    package let descriptor: Int32
    private let library: Library
    private let udev: Object
    private let monitor: Object

    /// Nil where there is no libudev, or it does not listen.
    package init?() {
        guard let library = Library(), let udev = library.make() else { return nil }
        guard let monitor = library.monitor(udev, "udev") else {
            _ = library.release(udev)
            return nil
        }
        self.library = library
        (self.udev, self.monitor) = (udev, monitor)
        let listens = library.filter(monitor, "sound", nil) >= 0 && library.enable(monitor) >= 0
        descriptor = listens ? library.descriptor(monitor) : -1
        if descriptor < 0 { return nil }
    }

    deinit {
        _ = library.releaseMonitor(monitor)
        _ = library.release(udev)
    }

    package func takeChange() -> Bool {
        var isChange = false
        while let device = library.receive(monitor) {
            _ = library.releaseDevice(device)
            isChange = true
        }
        return isChange
    }
}
