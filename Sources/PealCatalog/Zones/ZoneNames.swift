import Foundation
import PealCore

/// The zones there are: a name that nobody knows would be UTC at run time, and nobody would be told.
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

    /// The system's zone database, which decisions go by as well.
    public static let system = ZoneNames(directory: "/usr/share/zoneinfo")

    /// A zone database: a directory of TZif files (RFC 9636) by zone.
    public init(directory: String) {
        self.init(
            source: directory,
            all: { Self.names(in: directory) },
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
    /// Reports a name that is no zone here, with the one that was probably meant.
    func check(_ name: String, at field: Field) {
        guard !has(name) else { return }
        let known = all()
        let advice =
            if known.isEmpty {
                "there is no zone database in \(source) at all; install tzdata"
            } else if let near = NearName.suggestion(for: name, among: known) {
                "did you mean `\(near)`?"
            } else {
                "write an IANA zone, such as `Europe/Berlin`, or install a newer tzdata"
            }
        field.error("unknown-zone", "`\(name)` is no zone of this system (\(source)); \(advice)")
    }
}
