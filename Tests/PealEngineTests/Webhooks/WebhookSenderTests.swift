import PealCore
import PealProviderKit
import PealSQL
import Testing

@testable import PealEngine

@Suite("Outgoing events")
struct WebhookSenderTests {
    private static let ok = HTTPResult.answered(HTTPAnswer(status: 200))

    @Test("A process that ends between sending and storing sends the same message again, with its identifier")
    func crash() async throws {
        try await PipelineWorld.with { pipeline in
            let world = WebhookWorld(pipeline) { _ in Self.ok }
            try await world.add()
            try await world.message()
            let status = try #require(try await world.engine.webhooks.list(app: "shop").first)
            await withTaskGroup(of: Void.self) { group in
                let sender = world.sender(on: BrokenWrites(store: pipeline.store))
                group.addTask { _ = try? await sender.turn(of: status) }
                // As long as it lives it tries to store what became of the message, and sends nothing meanwhile.
                while pipeline.metrics.loopErrors.count < 5 {
                    pipeline.clock.advance(by: .seconds(10))
                    await Task.yield()
                }
                #expect(world.ids.count == 1)
                group.cancelAll()
            }
            #expect(try await world.sender(on: pipeline.store).turn(of: status))
            #expect(world.ids.count == 2 && Set(world.ids).count == 1)
            #expect(try await world.log().map(\.state) == [.delivered])
            #expect(try await !world.sender(on: pipeline.store).turn(of: status))
        }
    }

    @Test("Events that are read again after a crash queue one message for each webhook")
    func readAgain() async throws {
        try await PipelineWorld.with { pipeline in
            let world = WebhookWorld(pipeline) { _ in Self.ok }
            try await world.add()
            try await pipeline.addUserWithDevice("ann")
            try await pipeline.running {
                _ = try await pipeline.intake.submit([PipelineWorld.draft("t1")], app: "shop")
                try await pipeline.drain()
            }
            let statuses = try await pipeline.store.webhooks(of: nil)
            let queue = pipeline.engine.outgoing.queue
            var broken = queue
            broken.store = BrokenWrites(store: pipeline.store)
            await #expect(throws: StoreError.self) { try await broken.step(statuses, now: pipeline.clock.now) }
            #expect(try await queue.step(statuses, now: pipeline.clock.now))
            #expect(try await !queue.step(statuses, now: pipeline.clock.now))
            let messages = try await world.log()
            #expect(messages.map(\.type) == [.deliveryAccepted] && messages.map(\.user) == ["ann"])
        }
    }

    @Test("A receiver that does not answer keeps no other from its messages")
    func fair() async throws {
        try await PipelineWorld.with { pipeline in
            let (release, received) = (WakeUp(), WakeUp())
            let world = WebhookWorld(pipeline) { call in
                if call.url.contains("dead") {
                    await release.wait(after: 0)
                    return .answerLost(reason: "read-timeout")
                }
                received.fire()
                return Self.ok
            }
            try await world.add("https://dead.example/hook")
            try await world.add("https://good.example/hook")
            try await world.message()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await world.engine.outgoing.run() }
                await received.wait(after: 0)
                group.cancelAll()
                release.fire()
            }
            #expect(world.sent.all.contains { $0.url.contains("good") })
        }
    }

    @Test("A turn is of one webhook at a time; those that fail have places of their own")
    func turns() throws {
        let now = Timestamp(seconds: 1_000)
        func status(_ number: UInt64, isFailing: Bool, due: Timestamp? = now) -> WebhookStatus {
            let webhook = Webhook(
                id: WebhookID(UUIDv7(milliseconds: number, random: (0, 0))),
                url: "https://a.example",
                types: [],
                sealedSecrets: [1],
                createdAt: now,
                disabled: nil,
                failures: isFailing ? Webhook.Failures(since: now, count: 1, heldUntil: nil) : nil
            )
            return WebhookStatus(app: "shop", webhook: webhook, dueAt: due, dropped: 0, droppedAt: nil)
        }
        let turns = WebhookTurns()
        let failing = (0..<100).map { status(UInt64($0), isFailing: true) }
        let good = (100..<200).map { status(UInt64($0), isFailing: false) }
        let first = turns.begin(failing + good, now: now).begun
        #expect(first.count == 2 * WebhookTurns.limit)
        #expect(first.count { $0.webhook.failures == nil } == WebhookTurns.limit)
        #expect(turns.begin(failing + good, now: now).begun.isEmpty)
        for status in first { turns.end(status) }
        // Those that had no turn are next.
        let second = turns.begin(failing + good, now: now).begun.map(\.webhook.id)
        let left = Set((failing + good).map(\.webhook.id)).subtracting(first.map(\.webhook.id))
        #expect(left.isSubset(of: second))
        let later = WebhookTurns().begin([status(1, isFailing: false, due: now + .seconds(9))], now: now)
        #expect(later.begun.isEmpty && later.next == now + .seconds(9))
    }
}
