import PealCore
import PealEngine

/// The output of the commands about catalogs.
enum CatalogOutput {
    /// The headers of a list of versions.
    static let headers = ["APP", "VERSION", "STATE", "SAVED", "AUTHOR", "REVIEWED BY", "RESTORES"]

    /// One version in a list.
    static func row(_ app: AppID, _ record: CatalogRecord, inForce: Int?) -> [String] {
        let state = record.version == inForce ? "active" : record.publishedAt == nil ? "draft" : "published"
        return [
            "\(app)", "\(record.version)", state, Zone.terminal.text(of: record.publishedAt ?? record.savedAt),
            record.author ?? "file", record.reviewedBy ?? "-", record.restores.map { "version \($0)" } ?? "-",
        ]
    }

    /// The outcome of publishing a text.
    static func line(_ keeping: CatalogKeeping, _ app: AppID) -> String {
        switch keeping {
        case .kept(let record): "\(app): version \(record.version) will be active from the next start on"
        case .unchanged(let record): "\(app): unchanged, version \(record.version) has the same text"
        case .overtaken(let version): "\(app): not published, version \(version) is active"
        }
    }

    /// The differences between two versions.
    static func lines(_ difference: CatalogDifference) -> [String] {
        guard !difference.isEmpty else { return ["no differences"] }
        var lines = difference.addedTypes.map { "new type \($0)" }
        lines += difference.removedTypes.map { "removed type \($0)" }
        let whole = Set((difference.addedTypes + difference.removedTypes).map { "types.\($0)" })
        for change in difference.changes where !whole.contains(change.path) {
            switch change.kind {
            case .added: lines.append("+ \(change.path): \(text(change.to))")
            case .removed: lines.append("- \(change.path): \(text(change.from))")
            case .changed: lines.append("~ \(change.path): \(text(change.from)) → \(text(change.to))")
            }
        }
        if difference.isTruncated { lines.append("… and more") }
        return lines
    }

    private static func text(_ value: JSONValue?) -> String {
        guard let value else { return "none" }
        let bytes = JSONWriter.bytes { $0.value(value) }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.count > 200 ? text.prefix(199) + "…" : text
    }

    /// What another catalog would have done differently with recorded traffic.
    static func lines(_ found: TrafficDifference, users limit: Int) -> [String] {
        var lines = [
            "\(counted(found.triggers, "trigger")), \(counted(found.decisions, "decision")) under each catalog, "
                + "\(found.differing) \(found.differing == 1 ? "differs" : "differ")",
            "active:  \(outcomes(found.before))", "new:     \(outcomes(found.after))",
        ]
        if found.isTruncated { lines.append("stopped early: there is more traffic than the limit") }
        for change in found.changes {
            let key = change.key
            let step = key.from == key.to ? "(\(key.from))" : "\(key.from) → \(key.to)"
            let what = "\(key.aspect.rawValue) \(step)"
            let users = change.users.prefix(limit).map(\.rawValue).joined(separator: ", ")
            let more = change.count > change.users.count ? ", …" : ""
            lines.append("\(key.type)  \(what)  \(change.count)" + (users.isEmpty ? "" : "  \(users)\(more)"))
        }
        if found.differing == 0 { lines.append("no decision differs") }
        return lines + found.notes
    }

    private static func outcomes(_ counts: TrafficDifference.Outcomes) -> String {
        guard !counts.isEmpty else { return "none" }
        return counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: "  ")
    }
}
