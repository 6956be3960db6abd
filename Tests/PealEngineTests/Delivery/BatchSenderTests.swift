import Logging
import PealCore
import PealProviderKit
import PealTesting
import Synchronization
import Testing

@testable import PealEngine

@Suite("A batch on its way")
struct BatchSenderTests {
    private static let queue = QueueKey(app: "shop", provider: .fcm)

    /// Sends pushes as the delivery loop does, with all their slots taken.
    private static func send(
        _ numbers: [Int],
        _ kind: ScriptedKind,
        through provider: (any PushProvider)?,
        in world: PipelineWorld,
        ended: (@Sendable (Int) async -> Void)? = nil
    ) async {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let sender = BatchSender(
            kind: kind,
            providers: ProviderRegistry(["shop": [provider].compactMap(\.self)]),
            addresses: TokenInvalidation(
                queues: ChangeQueues(store: world.store),
                metrics: world.metrics,
                logger: logger
            ),
            queues: world.queues,
            reports: QueueReports(
                registry: world.queues,
                changes: ChangeQueues(store: world.store),
                metrics: world.metrics,
                logger: logger
            ),
            revocations: Revocations(),
            clock: world.clock,
            random: { 0.5 },
            work: world.work,
            metrics: world.metrics,
            writes: OutcomeWriting(clock: world.clock, metrics: world.metrics, logger: logger),
            logger: logger
        )
        world.queues.began(numbers.map { _ in queue }, now: world.clock.now)
        await sender.send(QueueBatch(queue: queue, items: numbers, claim: 0), 1, ended: ended)
    }

    private static func inFlight(_ world: PipelineWorld) -> Int {
        world.queues.statuses.first { $0.queue == queue }?.inFlight ?? 0
    }

    /// Returns when the records meet a condition.
    private static func until(_ kind: ScriptedKind, _ isMet: () -> Bool) async {
        while true {
            let version = kind.recorded.version
            if isMet() { return }
            await kind.recorded.wait(after: version)
        }
    }

    @Test("has every outcome on disk and every slot free when it is over")
    func complete() async throws {
        try await PipelineWorld.with { world in
            let kind = ScriptedKind()
            let ended = Mutex<[Int]>([])
            await Self.send(Array(0..<50), kind, through: ScriptedProvider(), in: world) { number in
                ended.withLock { $0.append(number) }
            }
            #expect(Set(kind.outcomes.keys) == Set(0..<50))
            #expect(kind.groups.flatMap(\.self).count == 50)
            #expect(ended.withLock { $0.sorted() } == Array(0..<50))
            #expect(Self.inFlight(world) == 0)
        }
    }

    @Test("is not held back by a push whose answer takes long: the others are recorded and their slots free")
    func slow() async throws {
        try await PipelineWorld.with { world in
            let kind = ScriptedKind()
            let answer = WakeUp()
            let provider = ScriptedProvider { message in
                if message.token == "0" { await answer.wait(after: 0) }
                return .accepted(receipt: nil)
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await Self.send(Array(0..<10), kind, through: provider, in: world) }
                await Self.until(kind) { kind.outcomes.count == 9 }
                while Self.inFlight(world) > 1 { await Task.yield() }
                #expect(kind.outcomes[0] == nil)
                answer.fire()
            }
            #expect(kind.outcomes[0] == .accepted(receipt: nil))
            #expect(Self.inFlight(world) == 0)
        }
    }

    @Test("writes outcomes together that arrive while others are written")
    func grouped() async throws {
        try await PipelineWorld.with { world in
            let write = WakeUp()
            let first = WakeUp()
            let kind = ScriptedKind { numbers in
                guard numbers == [0] else { return }
                first.fire()
                await write.wait(after: 0)
            }
            // Answers to 0 first; to the others when the record of that has begun.
            let answered = Mutex(0)
            let all = WakeUp()
            let provider = ScriptedProvider { message in
                if message.token != "0" { await first.wait(after: 0) }
                answered.withLock { $0 += 1 }
                all.fire()
                return .accepted(receipt: nil)
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await Self.send(Array(0..<20), kind, through: provider, in: world) }
                while true {
                    let version = all.version
                    if answered.withLock({ $0 }) == 20 { break }
                    await all.wait(after: version)
                }
                write.fire()
            }
            #expect(kind.groups.first == [0])
            #expect(kind.groups.count < 20, "\(kind.groups)")
            #expect(kind.groups.flatMap(\.self).sorted() == Array(0..<20))
        }
    }

    @Test("with an outcome that the store refuses keeps only that slot, until the store takes it")
    func refused() async throws {
        try await PipelineWorld.with { world in
            let kind = ScriptedKind(refused: [3])
            let errors = world.metrics.loopErrors
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await Self.send(Array(0..<10), kind, through: ScriptedProvider(), in: world) }
                await Self.until(kind) { kind.outcomes.count == 9 }
                while Self.inFlight(world) > 1 { await Task.yield() }
                #expect(kind.outcomes[3] == nil)
                kind.accept()
                // The next attempt is a pause away, and a clock that stands still has to be moved.
                while kind.outcomes.count < 10 {
                    world.clock.advance(by: .seconds(10))
                    await Task.yield()
                }
            }
            #expect(errors.count > 0)
            #expect(Self.inFlight(world) == 0)
        }
    }

    @Test("is heeded as soon as the service answers that it is to be left alone, not when that is on disk")
    func heeded() async throws {
        try await PipelineWorld.with { world in
            let (begun, write) = (WakeUp(), WakeUp())
            let kind = ScriptedKind { _ in
                begun.fire()
                await write.wait(after: 0)
            }
            let provider = ScriptedProvider { _ in
                .throttled(reason: "429", retryAfter: .seconds(30), scope: .sender)
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await Self.send([1, 2, 3], kind, through: provider, in: world) }
                await begun.wait(after: 0)
                let hold = QueuePause(until: world.clock.now + .seconds(30), pausesCritical: true, cause: .throttled)
                #expect(world.queues.holds(now: world.clock.now)[Self.queue] == hold)
                #expect(Self.inFlight(world) == 3, "what is not on disk stays in flight")
                write.fire()
            }
            #expect(Self.inFlight(world) == 0)
        }
    }

    @Test("is heeded also by an answer that arrives while others are being written")
    func heededMeanwhile() async throws {
        try await PipelineWorld.with { world in
            let (begun, write) = (WakeUp(), WakeUp())
            let kind = ScriptedKind { numbers in
                guard numbers == [0] else { return }
                begun.fire()
                await write.wait(after: 0)
            }
            let provider = ScriptedProvider { message in
                guard message.token != "0" else { return .accepted(receipt: nil) }
                await begun.wait(after: 0)
                return .throttled(reason: "429", retryAfter: .seconds(30), scope: .sender)
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await Self.send([0, 1], kind, through: provider, in: world) }
                while world.queues.holds(now: world.clock.now)[Self.queue] == nil { await Task.yield() }
                #expect(kind.groups.isEmpty)
                write.fire()
            }
            #expect(kind.groups == [[0], [1]])
        }
    }

    @Test(
        "records what each push service answered, and gives the slots back",
        arguments: [
            .accepted(receipt: nil), .accepted(receipt: "r1"), .gone(reason: "UNREGISTERED", since: nil),
            .rejected(reason: "INVALID", scope: .message), .rejected(reason: "MISMATCH", scope: .device),
            .rejected(reason: "FORBIDDEN", scope: .configuration),
            .throttled(reason: "QUOTA", retryAfter: .seconds(9), scope: .sender),
            .throttled(reason: "DEVICE", retryAfter: nil, scope: .device),
            .unavailable(reason: "503", retryAfter: .seconds(7)), .notProcessed(reason: SendOutcome.goAway),
            .unknown(reason: "timeout"),
        ] as [SendOutcome]
    )
    func answered(_ outcome: SendOutcome) async throws {
        try await PipelineWorld.with { world in
            let kind = ScriptedKind()
            await Self.send([1, 2], kind, through: ScriptedProvider { _ in outcome }, in: world)
            #expect(kind.outcomes == [1: outcome, 2: outcome])
            #expect(kind.groups.flatMap(\.self).sorted() == [1, 2])
            #expect(Self.inFlight(world) == 0)
        }
    }

    @Test("is sent although the store cannot be read for the rest of its texts")
    func unreadable() async throws {
        try await PipelineWorld.with { world in
            let kind = ScriptedKind(isReadable: false)
            let provider = ScriptedProvider()
            await Self.send([1, 2], kind, through: provider, in: world)
            #expect(kind.outcomes == [1: .accepted(receipt: nil), 2: .accepted(receipt: nil)])
            #expect(provider.sent.count == 2)
        }
    }

    @Test("asks no push service when nothing of it can be composed", arguments: [[], [-1], [-1, -2]])
    func nothingToSend(_ numbers: [Int]) async throws {
        try await PipelineWorld.with { world in
            let kind = ScriptedKind()
            let provider = ScriptedProvider()
            await Self.send(numbers, kind, through: provider, in: world)
            let refusal = SendOutcome.rejected(reason: "cannot be composed", scope: .message)
            #expect(kind.outcomes == Dictionary(uniqueKeysWithValues: numbers.map { ($0, refusal) }))
            #expect(kind.groups == (numbers.isEmpty ? [] : [numbers]))
            #expect(provider.sent.isEmpty)
            #expect(Self.inFlight(world) == 0)
        }
    }

    @Test("ends what cannot be composed, and sends the rest")
    func notComposed() async throws {
        try await PipelineWorld.with { world in
            let kind = ScriptedKind()
            let provider = ScriptedProvider()
            await Self.send([-1, 4, -2, 5], kind, through: provider, in: world)
            let refusal = SendOutcome.rejected(reason: "cannot be composed", scope: .message)
            let accepted = SendOutcome.accepted(receipt: nil)
            #expect(kind.outcomes == [-1: refusal, -2: refusal, 4: accepted, 5: accepted])
            #expect(Set(provider.sent.map(\.token)) == ["4", "5"])
            #expect(Self.inFlight(world) == 0)
        }
    }

    @Test("for a push service without a client is rejected as a matter of configuration", arguments: [1, 3])
    func noClient(_ count: Int) async throws {
        try await PipelineWorld.with { world in
            let kind = ScriptedKind()
            await Self.send(Array(0..<count), kind, through: nil, in: world)
            let refusal = SendOutcome.rejected(reason: "no fcm client is configured", scope: .configuration)
            #expect(kind.outcomes.values.allSatisfy { $0 == refusal })
            #expect(kind.groups.map(\.count) == [count])
            #expect(Self.inFlight(world) == 0)
        }
    }

    @Test("of a provider that breaks its promise still has one outcome for each push", arguments: [1, 4])
    func careless(_ count: Int) async throws {
        try await PipelineWorld.with { world in
            let kind = ScriptedKind()
            await Self.send(Array(0..<count), kind, through: CarelessProvider(), in: world)
            #expect(kind.outcomes.count == count)
            #expect(kind.groups.flatMap(\.self).count == count)
            #expect(kind.outcomes[count - 1] == BatchOutcomes.missing)
            #expect(Self.inFlight(world) == 0)
        }
    }
}

/// Reports the first messages twice and the last one not at all.
private struct CarelessProvider: PushProvider {
    let id = ProviderID.fcm
    let limits = QueueLimits()

    func problem(withToken token: String) -> String? { nil }

    func submit(_ batch: PushBatch, into sink: OutcomeSink) async {
        for index in batch.items.indices.dropLast() {
            sink.take(.accepted(receipt: nil), of: index)
            sink.take(.unknown(reason: "twice"), of: index)
        }
    }

    func checkCredentials() async -> CredentialCheck { .plausible }
}
