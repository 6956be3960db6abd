import JudgeKit
import PealCore
import PealSQL
import PealSQLite

/// Reads inboxes of several sizes in turn, and notes how long each takes.
struct InboxMeter {
    let store: SQLiteStore
    let seed: InboxSeed
    let times: Int

    /// What is read.
    enum Reading: String, CaseIterable {
        case firstPage = "first page"
        case nextPage = "next page"
        case unread = "unread"
        case read = "read"
        case thread = "one thread"
        case category = "one category"
        case counts = "counts"
        case threadCounts = "counts by thread"
        case categoryCounts = "counts by category"
        case screen = "rows of a screen"
    }

    /// Milliseconds of every reading, by the size of the inbox.
    func measure() async throws -> [Reading: [Int: [Double]]] {
        var timings: [Reading: [Int: [Double]]] = [:]
        for reading in Reading.allCases {
            for size in seed.sizes { try await read(reading, size) }
            for _ in 0..<times {
                for size in seed.sizes {
                    let watch = Stopwatch()
                    try await read(reading, size)
                    timings[reading, default: [:]][size, default: []].append(watch.seconds * 1000)
                }
            }
        }
        return timings
    }

    private func read(_ reading: Reading, _ size: Int) async throws {
        let (user, app) = (seed.user(size), seed.app)
        let since = seed.now - .seconds(30 * 86_400)
        switch reading {
        case .firstPage: try await page(InboxFilter(oldest: since), of: user)
        case .nextPage: try await page(InboxFilter(oldest: since, offset: 50), of: user)
        case .unread: try await page(InboxFilter(isRead: false, oldest: since), of: user)
        case .read: try await page(InboxFilter(isRead: true, oldest: since), of: user)
        case .category: try await page(InboxFilter(category: "chat", oldest: since), of: user)
        case .thread: try await page(InboxFilter(thread: "chat", oldest: since), of: user)
        case .counts: _ = try await store.counts(of: user, app: app, since: since)
        case .threadCounts: _ = try await store.counts(of: user, app: app, by: .thread, since: since, limit: 200)
        case .categoryCounts: _ = try await store.counts(of: user, app: app, by: .category, since: since, limit: 200)
        case .screen:
            let selection = InboxSelection.unread(InboxScope(link: "/chat"))
            _ = try await store.rows(selection, of: user, app: app, before: nil, limit: 100)
        }
    }

    private func page(_ filter: InboxFilter, of user: UserID) async throws {
        _ = try await store.inbox(of: user, app: seed.app, filter: filter, page: PageRequest(limit: 50))
    }
}
