import PealCore
import PealStore

/// Sealed texts that several recipients of a page read.
struct ContentRow: TableRow {
    enum Group: Hashable {}

    var key: ContentID
    /// How many notifications use it; it is deleted with the last.
    var uses: Int
    var sealed: [UInt8]

    var groups: [Group] { [] }
}

extension AppRows {
    /// The content of a notification, with the sealed texts that it shares.
    func content(of row: NotificationRow) -> StoredContent {
        var content = row.content
        if let shared = content.text.shared { content.text.bytes = contents[shared]?.sealed ?? [] }
        return content
    }

    /// Puts texts that a new notification shares into a row of their own.
    mutating func shareContent(of new: NewNotification) -> StoredContent {
        var content = new.content
        guard let shared = content.text.shared else { return content }
        if !contents.update(shared, { $0.uses += 1 }) {
            contents.put(ContentRow(key: shared, uses: 1, sealed: content.text.bytes))
        }
        content.text.bytes = []
        return content
    }

    /// Notes that a notification does not use shared texts any more.
    mutating func releaseContent(of id: NotificationID) {
        guard let shared = notifications[id]?.content.text.shared else { return }
        contents.update(shared) { $0.uses -= 1 }
        if contents[shared]?.uses == 0 { contents.remove(shared) }
    }
}
