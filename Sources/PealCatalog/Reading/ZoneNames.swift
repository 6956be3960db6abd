import PealCore
import Synchronization

/// The known time zones: an unknown name would silently be UTC at run time.
public struct ZoneNames: Sendable {
    private let zones: ZoneDirectory
    private let prepared = Prepared()

    /// The system's zone database, which decisions use as well.
    public static let system = ZoneNames(directory: ZoneDirectory.system.path)

    /// Takes the zones of a directory.
    public init(directory: String) { zones = ZoneDirectory(path: directory) }

    /// The known zone that was probably meant; `nil` when none is near.
    public func nearest(to name: String) -> String? { known.suggestion(for: name) }

    /// The known zone that a text names in other letters, such as `europe/berlin`.
    public func spelled(_ text: String) -> String? { known.spelled(text) }

    /// Walked and prepared once, and only when a name is unknown.
    private var known: NearNames { prepared.names(of: zones) }

    private final class Prepared: Sendable {
        private let found = Mutex<NearNames?>(nil)

        func names(of zones: ZoneDirectory) -> NearNames {
            found.withLock { known in
                let names = known ?? NearNames(zones.names())
                known = names
                return names
            }
        }
    }

    /// Reports an unknown name, with the one that was probably meant.
    func check(_ name: String, at field: Field) {
        guard zones.rules(of: name) == nil else { return }
        let advice =
            if known.isEmpty {
                "\(zones.path) has no zone database; install tzdata"
            } else if let near = nearest(to: name) {
                "did you mean `\(near)`?"
            } else {
                "use an IANA name, such as `Europe/Berlin`, or install a newer tzdata"
            }
        field.error("unknown-zone", "unknown time zone `\(name)`; \(advice)")
    }
}
