public import PealCore
import PealStore
import Synchronization

extension AuditLog {
    /// The log as lines of JSON: a head, the entries in order byte for byte as they are hashed, the newest checkpoints, an end.
    ///
    /// With a filter it cannot be verified, and its head says so. Entries are read in pages while the lines are taken.
    /// - Parameters:
    ///   - app: the app.
    ///   - question: which entries.
    /// - Returns: the lines in chunks, to be read once.
    /// - Throws: ``StoreError``.
    public func export(of app: AppID, _ question: Question) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        try await catchUp()
        var tree = try await store.auditTree(of: app)
        let isFiltered = question.user != nil || question.filter != AuditFilter()
        let filter = try await filter(question, app)
        // A user that no entry can name has none.
        if filter == nil { tree.size = tree.first }
        let export = AuditExport(app: app, tree: tree, filter: filter ?? AuditFilter(), isFiltered: isFiltered, store)
        return export.chunks()
    }
}

/// An export while it is written.
struct AuditExport: Sendable {
    private let app: AppID
    private let tree: AuditTree
    private let filter: AuditFilter
    private let isFiltered: Bool
    private let store: any AuditPorts

    private static let pageSize = 500
    private static let checkpoints = 100

    init(app: AppID, tree: AuditTree, filter: AuditFilter, isFiltered: Bool, _ store: any AuditPorts) {
        self.app = app
        self.tree = tree
        self.filter = filter
        self.isFiltered = isFiltered
        self.store = store
    }

    private enum Progress {
        case begin
        /// Entries after a number.
        case entries(after: Int)
        case end
    }

    func chunks() -> AsyncThrowingStream<[UInt8], any Error> {
        let progress = Mutex(Progress.begin)
        return AsyncThrowingStream {
            switch progress.withLock({ $0 }) {
            case .begin:
                progress.withLock { $0 = .entries(after: tree.first - 1) }
                return try await head()
            case .entries(after: let last):
                let (lines, next) = try await entries(after: last)
                progress.withLock { $0 = next.map { .entries(after: $0) } ?? .end }
                return next == nil ? lines + (try await tail()) : lines
            case .end: return nil
            }
        }
    }

    private func head() async throws -> [UInt8] {
        var start: StoredCheckpoint?
        if tree.first > 0 {
            start = try await store.auditCheckpoints(of: app, below: tree.first + 1, limit: 1).first
        }
        var json = JSONWriter(reserving: 1024)
        json.beginObject()
        json.member("format", AuditVerification.format)
        json.member("app", app.rawValue)
        json.member("first", Int64(tree.first))
        json.member("size", Int64(tree.size))
        json.member("frontier", Hexadecimal.text(start?.frontier ?? []))
        json.member("last", Hexadecimal.text(start?.last ?? []))
        if isFiltered { json.member("filtered", true) }
        json.endObject()
        return json.bytes + [0x0A]
    }

    /// A page of entries, and the number to go on after; `nil` at the end.
    private func entries(after last: Int) async throws -> (lines: [UInt8], next: Int?) {
        let found = try await store.auditEntries(
            of: app,
            filter,
            after: last,
            limit: Self.pageSize,
            newestFirst: false
        ).prefix { $0.seq < tree.size }
        if !isFiltered, found.first.map({ $0.seq != last + 1 }) ?? (last + 1 < tree.size) {
            throw StoreError(.unavailable, "entries were deleted by retention meanwhile")
        }
        var lines: [UInt8] = []
        for entry in found {
            lines += entry.leaf
            lines.append(0x0A)
        }
        guard found.count == Self.pageSize, let end = found.last?.seq else { return (lines, nil) }
        return (lines, end)
    }

    private func tail() async throws -> [UInt8] {
        var lines: [UInt8] = []
        let newest = try await store.auditCheckpoints(of: app, below: tree.size + 1, limit: Self.checkpoints)
        for checkpoint in newest.reversed() where checkpoint.size >= tree.first {
            var json = JSONWriter(reserving: 1024)
            json.beginObject()
            json.member("checkpoint", checkpoint.text)
            json.member("key", checkpoint.key)
            json.endObject()
            lines += json.bytes + [0x0A]
        }
        return lines + Array("{\"end\":\(tree.size)}\n".utf8)
    }
}
