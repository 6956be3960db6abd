import PealCore

/// Places of the event log as clients see them.
struct LiveCursors: Sendable {
    let codec: CursorCodec

    private static let path = "/api/v1/stream"

    /// The cursor of a position in the log.
    func text(of cursor: EventCursor, app: AppID, user: UserID) throws -> String {
        try codec.encode(cursor.text, path: Self.path, app: app, user: user) ?? ""
    }

    /// The cursor of a text; `nil` when it was not made for this user.
    func cursor(of text: String, app: AppID, user: UserID) -> EventCursor? {
        codec.decode(text, path: Self.path, app: app, user: user).flatMap { EventCursor(text: $0) }
    }
}

extension EventCursor {
    /// The text that ``init(text:)`` reads; clients get it encrypted.
    var text: String { "\(row).\(index)" }

    /// Reads a cursor; `nil` when the text is none.
    init?(text: String) {
        let parts = text.split(separator: ".")
        guard parts.count == 2, let row = Int64(parts[0]), let index = Int(parts[1]) else { return nil }
        self.init(row: row, index: index)
    }
}
