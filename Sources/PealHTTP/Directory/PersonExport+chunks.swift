import PealCore
import PealEngine
import PealWire
import Synchronization

extension PersonExport.Head {
    /// The export as JSON, one chunk for each page of notifications.
    /// - Parameters:
    ///   - first: the first page.
    ///   - next: reads the page after a cursor; called when the chunk before it was taken.
    /// - Returns: the chunks, to be read once.
    func chunks(
        first: Page<NotificationView>,
        next: @escaping @Sendable (_ after: String) async throws -> Page<NotificationView>
    ) -> AsyncThrowingStream<[UInt8], any Error> {
        let progress = Mutex(ExportProgress.begin)
        return AsyncThrowingStream {
            let before = progress.withLock { $0 }
            var chunk: [UInt8] = []
            let page: Page<NotificationView>
            switch before {
            case .begin:
                page = first
                chunk = opening
            case .page(let cursor, _): page = try await next(cursor)
            case .end: return nil
            }
            var isFirst = before.isFirstItem
            for item in page.items {
                if !isFirst { chunk.append(UInt8(ascii: ",")) }
                chunk += JSONWriter.bytes { item.write(to: &$0) }
                isFirst = false
            }
            if page.next == nil { chunk += ending }
            let after: ExportProgress = page.next.map { .page(after: $0, isFirstItem: isFirst) } ?? .end
            progress.withLock { $0 = after }
            return chunk
        }
    }

    /// Everything before the first notification.
    private var opening: [UInt8] {
        let object = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.name("user")
                user.write(to: &writer)
                writer.array("memberships", memberships) { $1.write(to: &$0) }
                writer.array("devices", devices) { $1.write(to: &$0) }
                if let preferences {
                    writer.name("preferences")
                    preferences.write(to: &writer)
                }
            }
        }
        return object.dropLast() + Array(#","notifications":["#.utf8)
    }

    private var ending: [UInt8] { Array("],\"truncated\":\(isTruncated)}".utf8) }
}

/// How much of an export was written.
private enum ExportProgress {
    case begin
    /// The page after a cursor comes next.
    case page(after: String, isFirstItem: Bool)
    case end

    var isFirstItem: Bool {
        switch self {
        case .begin: true
        case .page(_, let isFirst): isFirst
        case .end: false
        }
    }
}
