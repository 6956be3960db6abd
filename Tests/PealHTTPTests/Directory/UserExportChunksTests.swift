import HTTPTypes
import HummingbirdCore
import NIOCore
import PealCore
import PealWire
import Synchronization
import Testing

@testable import PealEngine
@testable import PealHTTP

@Suite("An export in chunks")
struct UserExportChunksTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let head = UserExport.Head(
        user: UserRecord(user: User(id: "ann", createdAt: now, updatedAt: now)),
        memberships: [],
        replies: [],
        actions: [],
        owned: [],
        devices: [],
        addresses: [],
        preferences: nil,
        isTruncated: false
    )

    /// What was read from the store and written to the client so far.
    private final class Counts: Sendable {
        let read = Atomic<Int>(1)
        let written = Atomic<Int>(0)
        let most = Atomic<Int>(0)
    }

    /// A client that takes chunks one by one, and may leave after some.
    private struct Client: ResponseBodyWriter {
        let counts: Counts
        var leavesAfter = Int.max
        let received: Received

        mutating func write(_ buffer: ByteBuffer) async throws {
            let ahead = counts.read.load(ordering: .relaxed) - counts.written.load(ordering: .relaxed)
            counts.most.max(ahead, ordering: .relaxed)
            guard counts.written.load(ordering: .relaxed) < leavesAfter else { throw ChannelError.outputClosed }
            counts.written.add(1, ordering: .relaxed)
            received.bytes.withLock { $0 += Array(buffer: buffer) }
        }

        consuming func finish(_: HTTPFields?) async throws {}
    }

    private final class Received: Sendable {
        let bytes = Mutex<[UInt8]>([])
    }

    /// The answer to an export of so many pages, one notification each, or none on every second page.
    private static func answer(pages: Int, gaps: Bool = false, counts: Counts) throws -> APIResponse {
        let item = try UserJSONTests.notification()
        let first = Page(items: [item], next: pages > 1 ? "1" : nil)
        let chunks = head.chunks(first: first) { cursor in
            counts.read.add(1, ordering: .relaxed)
            let number = Int(cursor) ?? 0
            return Page(items: gaps && number % 2 == 1 ? [] : [item], next: number + 1 < pages ? "\(number + 1)" : nil)
        }
        return .json(chunks: chunks)
    }

    @Test("reads a page when the client has taken the one before", arguments: [1, 2, 500])
    func bounded(pages: Int) async throws {
        let (counts, received) = (Counts(), Received())
        let body = try Self.answer(pages: pages, counts: counts).response().body
        try await body.write(Client(counts: counts, received: received))
        #expect(counts.read.load(ordering: .relaxed) == pages)
        #expect(counts.most.load(ordering: .relaxed) == 1)
        let json = try JSONParser.parse(received.bytes.withLock { $0 }).object ?? [:]
        #expect(json["notifications"]?.array?.count == pages)
        #expect(json["truncated"] == .bool(false))
    }

    @Test("goes on after a page that has nothing to show", arguments: [3, 4])
    func gaps(pages: Int) async throws {
        let (counts, received) = (Counts(), Received())
        let body = try Self.answer(pages: pages, gaps: true, counts: counts).response().body
        try await body.write(Client(counts: counts, received: received))
        let json = try JSONParser.parse(received.bytes.withLock { $0 }).object ?? [:]
        #expect(json["notifications"]?.array?.count == 2)
    }

    @Test("reads no more once the client is gone")
    func gone() async throws {
        let counts = Counts()
        let body = try Self.answer(pages: 500, counts: counts).response().body
        await #expect(throws: ChannelError.self) {
            try await body.write(Client(counts: counts, leavesAfter: 2, received: Received()))
        }
        #expect(counts.read.load(ordering: .relaxed) == 3)
    }

    @Test("has no length in advance, and to HEAD the length that it would have")
    func length() async throws {
        let (counts, received) = (Counts(), Received())
        let whole = try Self.answer(pages: 3, counts: counts).response()
        #expect(whole.headers[.contentLength] == nil)
        try await whole.body.write(Client(counts: counts, received: received))
        let head = try await Self.answer(pages: 3, counts: counts).measured().response().createHeadResponse()
        #expect(head.headers[.contentLength] == "\(received.bytes.withLock { $0.count })")
        #expect(head.body.contentLength == 0)
    }

    @Test("is cut off by an error, so that a client sees that something is missing")
    func failing() async throws {
        let first = Page(items: [try UserJSONTests.notification()], next: "1")
        let chunks = Self.head.chunks(first: first) { _ in throw StoreError(.unavailable, "gone") }
        let received = Received()
        await #expect(throws: StoreError.self) {
            try await APIResponse.json(chunks: chunks).response().body
                .write(Client(counts: Counts(), received: received))
        }
        let text = received.bytes.withLock { String(decoding: $0, as: UTF8.self) }
        #expect(text.hasPrefix(#"{"user":"#) && !text.contains(#""truncated""#))
    }
}
