import PealCore
import PealEngine
import Synchronization

extension UserExport.Head {
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
                for part in ExportPart.allCases { write(part, to: &writer) }
            }
        }
        return object.dropLast() + Array(",\"\(ExportPart.notifications)\":[".utf8)
    }

    private func write(_ part: ExportPart, to writer: inout JSONWriter) {
        let name = part.rawValue
        switch part {
        case .user:
            writer.name(name)
            user.write(to: &writer)
        case .memberships: writer.array(name, memberships) { $1.write(to: &$0) }
        case .etaReplies: writer.array(name, replies) { $1.write(to: &$0) }
        case .actions: writer.array(name, actions) { $1.write(to: &$0) }
        case .owned: writer.member(name, owned.map(\.description))
        case .devices: writer.array(name, devices) { $1.write(to: &$0) }
        case .addresses: writer.array(name, addresses) { $1.write(to: &$0) }
        case .preferences:
            guard let preferences else { return }
            writer.name(name)
            preferences.write(to: &writer)
        // They follow in chunks of their own.
        case .notifications: break
        }
    }

    private var ending: [UInt8] { Array("],\"truncated\":\(isTruncated)}".utf8) }
}

extension ExportedAddress {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("channel", channel.rawValue)
            writer.member("address", address)
            writer.member("createdAt", createdAt)
            writer.member("invalidSince", invalidSince)
        }
    }
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
