import PealCore

/// Places of the event log as clients see them.
struct LiveCursors: Sendable {
    let codec: CursorCodec

    private static let path = "/api/v1/stream"

    /// The text of a place in the log.
    func text(of cursor: EventCursor, app: AppID, user: UserID) throws -> String {
        let place = "\(cursor.row).\(cursor.index)"
        return try codec.encode(place, path: Self.path, app: app, user: user) ?? ""
    }

    /// The place of a text; `nil` when it was not made for this user.
    func place(of text: String, app: AppID, user: UserID) -> EventCursor? {
        guard let place = codec.decode(text, path: Self.path, app: app, user: user) else { return nil }
        let parts = place.split(separator: ".")
        guard parts.count == 2, let row = Int64(parts[0]), let index = Int(parts[1]) else { return nil }
        return EventCursor(row: row, index: index)
    }
}
