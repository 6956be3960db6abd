import PealCore
import PealPipeline
import PealStore
import PealWire

/// How the commands about catalogs write what they found.
enum CatalogLines {
    /// One version in a list.
    static func line(_ app: AppID, _ record: CatalogRecord, inForce: Int?) -> String {
        var words = ["\(app)", "version \(record.version)"]
        if let at = record.publishedAt {
            words.append("published \(at.rfc3339)")
        } else {
            words.append("draft of \(record.savedAt.rfc3339)")
        }
        words.append("by \(record.author ?? "file")")
        if let reviewer = record.reviewedBy { words.append("reviewed by \(reviewer)") }
        if let restores = record.restores { words.append("as version \(restores)") }
        if record.version == inForce { words.append("in force") }
        return words.joined(separator: "  ")
    }

    /// What became of a text.
    static func line(_ keeping: CatalogKeeping, _ app: AppID) -> String {
        switch keeping {
        case .kept(let record): "\(app): version \(record.version) is in force from the next start on"
        case .unchanged(let record): "\(app): version \(record.version) says the same already"
        case .overtaken(let version): "\(app): nothing published, version \(version) is in force"
        }
    }

    /// What one version says otherwise than another.
    static func lines(_ difference: CatalogDifference) -> [String] {
        guard !difference.isEmpty else { return ["no difference"] }
        var lines = difference.addedTypes.map { "new type \($0)" }
        lines += difference.removedTypes.map { "type \($0) is gone" }
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
        guard let value else { return "nothing" }
        let bytes = JSONWriter.bytes { $0.value(value) }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.count > 200 ? text.prefix(199) + "…" : text
    }

    /// What another catalog would have done otherwise with recorded traffic.
    static func lines(_ found: TrafficDifference, users limit: Int) -> [String] {
        var lines = [
            "\(found.triggers) triggers, \(found.decisions) decisions under each catalog, \(found.differing) differ",
            "in force: \(outcomes(found.before))", "new:      \(outcomes(found.after))",
        ]
        if found.isTruncated { lines.append("stopped early: there is more traffic than was asked for") }
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
        guard !counts.isEmpty else { return "nothing" }
        return counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: "  ")
    }
}
