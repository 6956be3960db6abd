import Foundation
package import PealCore
import Synchronization

/// Zone rules from the system's tzdata, each zone read once.
package final class ZoneRegistry: Sendable {
    private let directory: URL
    /// Zones that were found.
    ///
    /// A name that tzdata does not have is never kept: clients make up as many as they like, and the next version of
    /// tzdata may have it.
    private let known = Mutex<[String: Zone]>([:])

    package init(directory: String = "/usr/share/zoneinfo") { self.directory = URL(filePath: directory) }

    /// The zone of an IANA name; `nil` when tzdata has none.
    package func zone(_ name: String) -> Zone? {
        if let found = known.withLock({ $0[name] }) { return found }
        guard let zone = load(name) else { return nil }
        known.withLock { $0[name] = zone }
        return zone
    }

    /// How many zones are kept.
    var count: Int { known.withLock { $0.count } }

    private func load(_ name: String) -> Zone? {
        if name == "UTC" { return .utc }
        let isName =
            name.utf8.count <= 64 && !name.hasPrefix("/") && !name.contains("..")
            && name.isASCIIAlphanumeric(or: "/_-+")
        guard isName, let bytes = try? Data(contentsOf: directory.appending(path: name)),
            let rules = try? ZoneRules(tzif: [UInt8](bytes))
        else { return nil }
        return Zone(name: name, rules: rules)
    }
}
