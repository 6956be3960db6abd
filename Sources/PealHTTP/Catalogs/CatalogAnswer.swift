import PealCatalog
import PealCore
import PealEngine

/// What is answered to a catalog that was published, kept as a draft, or only tried.
struct CatalogAnswer {
    /// The version that was in force before; 0 is none.
    let before: Int
    /// What it says otherwise than that one.
    let difference: CatalogDifference
    let warnings: [Finding]

    /// Writes the answer; `record` is what became of it, and nothing did in a dry run.
    func write(_ record: CatalogRecord?, isDryRun: Bool, to writer: inout JSONWriter) {
        writer.object { writer in
            if let record {
                record.members(of: &writer)
                writer.member("inForce", record.publishedAt != nil)
            } else {
                writer.member("version", before)
                writer.member("inForce", false)
            }
            writer.member("dryRun", isDryRun)
            writer.member("changed", record.map { $0.version != before } ?? !difference.isEmpty)
            writer.array("warnings", warnings) { $1.write(to: &$0) }
            writer.object("difference") { writer in
                writer.member("from", before)
                difference.members(of: &writer)
            }
        }
    }
}

extension CatalogDifference {
    /// Compares two texts; one that is no YAML says nothing.
    init(fromYAML old: String, toYAML new: String) {
        self.init(from: CatalogReader.json(yaml: old) ?? .null, to: CatalogReader.json(yaml: new) ?? .null)
    }

    /// Writes what differs as members of an object.
    func members(of writer: inout JSONWriter) {
        writer.object("types") { writer in
            writer.member("added", addedTypes)
            writer.member("removed", removedTypes)
            writer.array("changed", changedTypes) { writer, changed in
                writer.object { writer in
                    writer.member("type", changed.type)
                    writer.member("fields", changed.fields)
                }
            }
        }
        writer.array("copy", copy) { writer, copy in
            writer.object { writer in
                writer.member("type", copy.type)
                writer.member("field", copy.field)
                writer.member("locale", copy.locale)
                copy.change.members(of: &writer)
            }
        }
        writer.array("changes", changes) { writer, change in
            writer.object { writer in
                writer.member("path", change.path)
                change.members(of: &writer)
            }
        }
        writer.member("truncated", isTruncated)
    }
}

extension CatalogDifference.Change {
    fileprivate func members(of writer: inout JSONWriter) {
        writer.member("kind", kind.rawValue)
        if let from { writer.member("from", from) }
        if let to { writer.member("to", to) }
    }
}

extension CatalogRecord {
    /// Writes what is known of a version as members of an object.
    func members(of writer: inout JSONWriter) {
        writer.member("version", version)
        writer.member("savedAt", savedAt)
        writer.member("publishedAt", publishedAt)
        writer.member("draft", publishedAt == nil)
        writer.member("author", author ?? "file")
        writer.member("reviewedBy", reviewedBy)
        if let restores { writer.member("restores", restores) }
    }
}

extension Finding {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("severity", severity.rawValue)
            writer.member("code", code)
            writer.member("path", path)
            writer.member("pointer", pointer)
            writer.member("line", line)
            writer.member("column", column)
            writer.member("message", message)
        }
    }
}
