import Foundation
import PealCore
import Synchronization

/// The known time zones: an unknown name would silently be UTC at run time.
public struct ZoneNames: Sendable {
    /// Whether there are rules of a name.
    let has: @Sendable (String) -> Bool
    /// Every name, to suggest the one that was meant; empty where there are none at all.
    let all: @Sendable () -> [String]
    /// Where they come from, for messages.
    let source: String

    /// Takes names from somewhere else than a zone database.
    /// - Parameters:
    ///   - source: where they come from, for messages.
    ///   - all: every name.
    ///   - has: whether there are rules of a name.
    public init(
        source: String,
        all: @escaping @Sendable () -> [String],
        has: @escaping @Sendable (String) -> Bool
    ) {
        self.source = source
        self.all = all
        self.has = has
    }

    /// The system's zone database, which decisions use as well.
    public static let system = ZoneNames(directory: "/usr/share/zoneinfo")

    /// A zone database: a directory of TZif files (RFC 9636) by zone.
    public init(directory: String) {
        let walk = Walk()
        self.init(
            source: directory,
            // Walked once, and only when a name is unknown.
            all: { walk.names { Self.names(in: directory) } },
            has: { name in
                guard name != "UTC" else { return true }
                guard NameShape.zone.accepts(name) else { return false }
                let file = URL(filePath: directory).appending(path: name)
                return (try? Data(contentsOf: file)).map { (try? ZoneRules(tzif: [UInt8]($0))) != nil } ?? false
            }
        )
    }

    /// Folders that hold every zone once more: `posix/Europe/Berlin`.
    private static let doubles: Set<String> = ["posix", "right"]
    /// More entries than any zone database has.
    private static let maximum = 5_000

    /// What one walk over the directory found.
    private final class Walk: Sendable {
        private let found = Mutex<[String]?>(nil)

        func names(_ walk: () -> [String]) -> [String] {
            found.withLock { known in
                let names = known ?? walk()
                known = names
                return names
            }
        }
    }

    private static func names(in directory: String) -> [String] {
        let files = FileManager.default.enumerator(atPath: directory)
        var names: [String] = []
        var seen = 0
        while seen < maximum, let path = files?.nextObject() as? String {
            seen += 1
            let region = path.prefix { $0 != "/" }
            let isFolder = files?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
            // Tables and version files have a dot or no capital: `tzdata.zi`, `leapseconds`.
            guard !isFolder, !doubles.contains(String(region)), NameShape.zone.accepts(path),
                region.contains(where: \.isUppercase)
            else { continue }
            names.append(path)
        }
        return names
    }
}

extension ZoneNames {
    /// The known zone that was probably meant; `nil` when none is near.
    public func nearest(to name: String) -> String? { NearName.suggestion(for: name, among: all()) }

    /// Reports an unknown name, with the one that was probably meant.
    func check(_ name: String, at field: Field) {
        guard !has(name) else { return }
        let known = all()
        let advice =
            if known.isEmpty {
                "\(source) has no zone database; install tzdata"
            } else if let near = nearest(to: name) {
                "did you mean `\(near)`?"
            } else {
                "use an IANA name, such as `Europe/Berlin`, or install a newer tzdata"
            }
        field.error("unknown-zone", "unknown time zone `\(name)`; \(advice)")
    }
}
