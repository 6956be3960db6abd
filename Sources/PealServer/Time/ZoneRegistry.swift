import PealCatalog
package import PealCore
import Synchronization

/// Zone rules from the system's tzdata, each zone read once, and offsets, which need none.
package final class ZoneRegistry: Sendable {
    private let directory: ZoneDirectory
    /// Zones that were found.
    ///
    /// A name that tzdata does not have is never kept: clients make up as many as they like, and the next version of
    /// tzdata may have it.
    private let known = Mutex<[String: Zone]>([:])

    package init(directory: String = ZoneDirectory.system.path) { self.directory = ZoneDirectory(path: directory) }

    /// The zone of an IANA name or of an offset as it is stored (`+05:30`); `nil` when there is none.
    package func zone(_ name: String) -> Zone? {
        if let found = known.withLock({ $0[name] }) { return found }
        guard let zone = load(name) else { return nil }
        known.withLock { $0[name] = zone }
        return zone
    }

    /// How many zones are kept.
    var count: Int { known.withLock { $0.count } }

    private func load(_ name: String) -> Zone? {
        if let offset = ZoneOffset(name: name) { return offset.zone }
        return directory.rules(of: name).map { Zone(name: name, rules: $0) }
    }
}
