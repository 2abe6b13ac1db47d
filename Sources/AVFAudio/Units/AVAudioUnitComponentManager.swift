import AVFEngine
import AVFRender
import AVFUnits
import Synchronization

/// Finds audio units: the native ones, and the LV2 plugins on the search path.
///
/// The first question reads the bundles that have changed since the last program asked. From then on a plugin
/// that is installed, changed or removed is seen without a restart.
public class AVAudioUnitComponentManager: NSObject, @unchecked Sendable {
    // Sendable: the library and the tags take calls from any thread; the watch is behind a Mutex.
    private let library: UnitLibrary
    private let tags: ComponentTags
    private let watch = Mutex<BundleWatch?>(nil)
    private let known = Mutex<[ComponentFacts]?>(nil)

    /// Posted when the list of components has changed; the object is the manager.
    public class var registrationsChangedNotification: NSNotification.Name {
        NSNotification.Name("AVAudioUnitComponentManagerRegistrationsChangedNotification")
    }

    private static let instance = AVAudioUnitComponentManager(library: .shared, tags: .standard)

    /// The manager of all components of this machine.
    public class func shared() -> Self {
        // Proof: outside of the module the class cannot be subclassed, and inside it is not.
        unsafeDowncast(instance, to: Self.self)
    }

    /// A manager of the same components.
    public override init() {
        library = .shared
        tags = .standard
        super.init()
    }

    init(library: UnitLibrary, tags: ComponentTags) {
        self.library = library
        self.tags = tags
        super.init()
    }

    /// A manager of another library's components, for tests.
    package convenience init(library: UnitLibrary) {
        self.init(library: library, tags: ComponentTags(url: nil))
    }

    // MARK: - Search

    /// The components that a predicate over their properties, such as `typeName`, holds for.
    public func components(matching predicate: NSPredicate) -> [AVAudioUnitComponent] {
        all.filter { predicate.evaluate(with: $0) }
    }

    /// The components with these codes; a zero stands for any.
    public func components(matching desc: AudioComponentDescription) -> [AVAudioUnitComponent] {
        let pattern = UnitCatalog.present(ComponentDescription(desc))
        return all.filter { $0.facts.component.matches(pattern) }
    }

    /// The components that a test lets through, until it sets the Bool.
    public func components(
        passingTest testHandler: @escaping (AVAudioUnitComponent, UnsafeMutablePointer<ObjCBool>) -> Bool
    ) -> [AVAudioUnitComponent] {
        var stop = ObjCBool(false)
        var found: [AVAudioUnitComponent] = []
        for component in all where !stop.boolValue {
            if testHandler(component, &stop) { found.append(component) }
        }
        return found
    }

    /// Every tag of every component, each once.
    public var tagNames: [String] {
        Set(all.flatMap(\.allTagNames)).union(tags.all).sorted()
    }

    /// The tags that components have by their LV2 class.
    public var standardLocalizedTagNames: [String] {
        Set(all.compactMap(\.facts.classTag)).sorted()
    }

    private var all: [AVAudioUnitComponent] {
        beginWatching()
        return facts().map { AVAudioUnitComponent($0, tags: tags) }
    }

    private func facts() -> [ComponentFacts] {
        UnitCatalog.all.map { ComponentFacts($0.descriptor) } + [.pitchEffect]
            + library.plugins.plugins().map(ComponentFacts.init)
            + SubclassRegistry.all.map(ComponentFacts.init)
    }

    // MARK: - Changes

    private func beginWatching() {
        let isNew = known.withLock { known in
            defer { known = known ?? facts() }
            return known == nil
        }
        guard isNew else { return }
        let made = BundleWatch(library.plugins.searchPath) { [weak self] in self?.refresh() }
        watch.withLock { $0 = made }
    }

    /// Looks at the disk again, and tells if that has changed the list.
    private func refresh() {
        library.plugins.refresh()
        let now = facts()
        let hasChanged = known.withLock { known in
            defer { known = now }
            return known != now
        }
        guard hasChanged else { return }
        NotificationCenter.default.post(name: Self.registrationsChangedNotification, object: self)
    }
}
