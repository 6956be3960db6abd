import Foundation
public import PealCore

/// A zone database: a directory of TZif files (RFC 9636) by zone.
///
/// The names that IANA keeps as links are known in each: a system may be without them, and an old one without the new name.
public struct ZoneDirectory: Sendable {
    /// Where it is.
    public let path: String

    /// The system's.
    public static let system = ZoneDirectory(path: "/usr/share/zoneinfo")

    /// Names a directory.
    public init(path: String) { self.path = path }

    /// The rules of an IANA name; `nil` where there are none.
    public func rules(of name: String) -> ZoneRules? {
        guard name != "UTC" else { return .utc }
        guard name.utf8.count <= 64, NameShape.zone.accepts(name) else { return nil }
        if let rules = file(name) { return rules }
        let zone = OldZoneNames.zones[name]
        if let zone, let rules = file(zone) { return rules }
        let others = OldZoneNames.others(of: zone ?? name)
        return others.lazy.compactMap { file($0) }.first
    }

    private func file(_ name: String) -> ZoneRules? {
        (try? Data(contentsOf: URL(filePath: path).appending(path: name))).flatMap { try? ZoneRules(tzif: [UInt8]($0)) }
    }

    /// Every name there are rules of; none where there is no database.
    func names() -> [String] {
        let files = FileManager.default.enumerator(atPath: path)
        var names: Set<String> = []
        var seen = 0
        while seen < Self.maximum, let path = files?.nextObject() as? String {
            seen += 1
            let region = path.prefix { $0 != "/" }
            let isFolder = files?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
            // Tables and version files have a dot or no capital: `tzdata.zi`, `leapseconds`.
            guard !isFolder, !Self.doubles.contains(String(region)), NameShape.zone.accepts(path),
                region.contains(where: \.isUppercase)
            else { continue }
            names.insert(path)
        }
        for (name, zone) in OldZoneNames.zones where names.contains(zone) { names.insert(name) }
        return names.sorted()
    }

    /// Folders that hold every zone once more: `posix/Europe/Berlin`.
    private static let doubles: Set<String> = ["posix", "right"]
    /// More entries than any zone database has.
    private static let maximum = 5_000
}
