import PealCore

extension JSONWriter {
    /// Writes a page of a listing.
    mutating func page<Item>(_ items: [Item], next: String?, _ item: (inout JSONWriter, Item) -> Void) {
        object { writer in
            writer.array("items", items, item)
            writer.member("nextCursor", orNull: next)
        }
    }
}
