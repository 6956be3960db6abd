import PealCore
import Testing

@testable import PealEngine

@Suite("Revocations")
struct RevocationsTests {
    private static let app: AppID = "shop"

    private static func device(_ number: Int) -> DeviceID {
        DeviceID(UUIDv7(milliseconds: UInt64(number), random: (0, 0)))
    }

    /// A claim of so many batches of one push each.
    private static func claim(_ revocations: Revocations, batches: Int) async -> [QueueBatch<Int>] {
        await revocations.claim { number in
            (0..<batches).map {
                QueueBatch(queue: QueueKey(app: app, provider: .fcm), items: [$0], claim: number)
            }
        }
    }

    @Test("concern what was claimed before them, by device and by user")
    func named() async throws {
        let revocations = Revocations()
        let batch = try #require(await Self.claim(revocations, batches: 1).first)
        revocations.note([Self.device(1)])
        revocations.note("ann", of: Self.app)
        let later = try #require(await Self.claim(revocations, batches: 1).first)
        let notes = try #require(revocations.handOver(batch.claim))
        #expect(notes.name(Self.device(1), of: "bob", app: Self.app, claimedBy: batch.claim))
        #expect(notes.name(Self.device(2), of: "ann", app: Self.app, claimedBy: batch.claim))
        #expect(!notes.name(Self.device(2), of: "bob", app: Self.app, claimedBy: batch.claim))
        #expect(!notes.name(Self.device(2), of: "ann", app: "match", claimedBy: batch.claim))
        #expect(!notes.name(Self.device(1), of: "ann", app: Self.app, claimedBy: later.claim))
    }

    @Test("are not kept while nothing is on its way")
    func idle() async throws {
        let revocations = Revocations()
        revocations.note([Self.device(1)])
        for batch in await Self.claim(revocations, batches: 2) { #expect(revocations.handOver(batch.claim) == nil) }
        revocations.note("ann", of: Self.app)
        let batch = try #require(await Self.claim(revocations, batches: 1).first)
        #expect(revocations.handOver(batch.claim) == nil)
    }

    @Test("are kept until the last batch of the last claim before them is handed over, and no longer")
    func kept() async throws {
        let revocations = Revocations()
        let first = await Self.claim(revocations, batches: 2)
        let second = await Self.claim(revocations, batches: 1)
        revocations.note([Self.device(1)])
        let third = await Self.claim(revocations, batches: 2)
        #expect(revocations.handOver(first[0].claim) != nil)
        #expect(revocations.handOver(second[0].claim) != nil)
        #expect(revocations.handOver(third[0].claim) != nil)
        #expect(revocations.handOver(first[1].claim) != nil)
        #expect(revocations.handOver(third[1].claim) == nil)
    }

    @Test("are kept while a claim is under way, and not for one that failed or leased nothing")
    func underWay() async throws {
        let revocations = Revocations()
        let batches = await revocations.claim { number in
            revocations.note([Self.device(1)])
            return [QueueBatch(queue: QueueKey(app: Self.app, provider: .fcm), items: [1], claim: number)]
        }
        #expect(revocations.handOver(batches[0].claim) != nil)
        await #expect(throws: CancellationError.self) {
            _ = try await revocations.claim { _ -> [QueueBatch<Int>] in
                revocations.note([Self.device(1)])
                throw CancellationError()
            }
        }
        _ = await revocations.claim { _ -> [QueueBatch<Int>] in
            revocations.note([Self.device(1)])
            return []
        }
        let next = await Self.claim(revocations, batches: 1)
        #expect(revocations.handOver(next[0].claim) == nil)
    }

    @Test("are bounded: with too many, everything that was claimed until then counts as revoked")
    func bounded() async throws {
        let revocations = Revocations()
        let batch = try #require(await Self.claim(revocations, batches: 1).first)
        for number in 0...RevocationNotes.limit { revocations.note([Self.device(number)]) }
        let later = try #require(await Self.claim(revocations, batches: 1).first)
        let notes = try #require(revocations.handOver(batch.claim))
        #expect(notes.name(Self.device(99_999), of: "ann", app: Self.app, claimedBy: batch.claim))
        #expect(!notes.name(Self.device(1), of: "ann", app: Self.app, claimedBy: later.claim))
        #expect(revocations.handOver(later.claim) == nil)
    }
}
