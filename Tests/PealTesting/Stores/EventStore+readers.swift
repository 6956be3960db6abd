import PealCore
import PealStore

extension EventStore where Self: ChangeStore {
    /// Moves a reader to a cursor, wherever it was.
    func keep(_ cursor: EventCursor, of reader: EventReader) async throws {
        let move = ReaderMove(of: reader, from: try await self.cursor(of: reader), to: cursor)
        _ = try await apply([ChangeGroup(app: "", [.moveReader(move)])])
    }
}
