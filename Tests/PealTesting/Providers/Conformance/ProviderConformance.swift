public import PealCore
public import PealProviderKit
import Testing

/// What ``PushProvider/submit(_:into:)`` promises, checked against a real or a scripted push service.
///
/// A provider's test target says how to run its service with each behaviour, and checks all promises:
///
/// ```swift
/// @Test("keeps a promise", arguments: ProviderPromise.allCases)
/// func keeps(_ promise: ProviderPromise) async throws { try await conformance.check(promise) }
/// ```
public struct ProviderConformance: Sendable {
    /// Runs a body with a provider and a service that behaves as asked.
    public typealias Run =
        @Sendable (ServiceBehavior, @Sendable (ProviderBench) async throws -> Void) async throws -> Void

    let run: Run

    /// - Parameter run: runs the service for the time of the body. It offers ``PushBatch/limit`` messages.
    public init(_ run: @escaping Run) { self.run = run }

    /// Checks one promise.
    public func check(_ promise: ProviderPromise) async throws {
        switch promise {
        case .oneOutcomeEach: try await oneOutcomeEach()
        case .nothingToSend: try await nothingToSend()
        case .severalBatches: try await severalBatches()
        case .slowMessage: try await slowMessage()
        case .cancelledBefore: try await cancelledBefore()
        case .cancelledMeanwhile: try await cancelledMeanwhile()
        case .lostConnection: try await lostConnection()
        case .refusedConnection: try await refusedConnection()
        }
    }

    private func oneOutcomeEach() async throws {
        try await run(.accepts) { bench in
            let items = bench.messages.enumerated().map { index, message in
                var message = message
                if index % 7 == 3 { message.token = "no-token" }
                return PushBatch.Item(message)
            }
            let outcomes = try await Self.outcomes(of: PushBatch(items), bench.provider)
            for (index, outcome) in outcomes.enumerated() {
                switch outcome {
                case .accepted: #expect(index % 7 != 3, "message \(index) has no valid token")
                case .gone, .rejected: #expect(index % 7 == 3, "message \(index): \(outcome)")
                default: Issue.record("message \(index): \(outcome)")
                }
            }
        }
    }

    private func nothingToSend() async throws {
        try await run(.accepts) { bench in
            let outcomes = try await Self.outcomes(of: PushBatch([]), bench.provider)
            #expect(outcomes.isEmpty)
        }
    }

    private func severalBatches() async throws {
        try await run(.accepts) { bench in
            try await withThrowingTaskGroup(of: [SendOutcome].self) { group in
                for size in [1, 30, PushBatch.limit] {
                    let batch = PushBatch(bench.messages.prefix(size).map { PushBatch.Item($0) })
                    group.addTask { try await Self.outcomes(of: batch, bench.provider) }
                }
                for try await outcomes in group { #expect(outcomes.allSatisfy(Self.isAccepted)) }
            }
        }
    }

    private func slowMessage() async throws {
        try await run(.keepsFirst) { bench in
            let recorder = OutcomeRecorder()
            let batch = bench.batch
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await bench.provider.submit(batch, into: recorder.sink) }
                await recorder.reported(batch.items.count - 1)
                #expect(recorder.outcomes[0] == nil, "the last message does not wait for the first one")
                group.cancelAll()
            }
            let outcomes = try Self.single(recorder, batch.items.count)
            if case .unknown = outcomes[0] {} else { Issue.record("it may have been sent: \(outcomes[0])") }
        }
    }

    private func cancelledBefore() async throws {
        try await run(.accepts) { bench in
            let outcomes = try await withThrowingTaskGroup(of: [SendOutcome].self) { group in
                group.cancelAll()
                group.addTask { try await Self.outcomes(of: bench.batch, bench.provider) }
                return try await group.next() ?? []
            }
            for outcome in outcomes {
                if case .notProcessed = outcome {} else { Issue.record("nothing is sent: \(outcome)") }
            }
        }
    }

    /// Cancelled at several moments: while it is encoded, while it connects, while it waits.
    private func cancelledMeanwhile() async throws {
        for yields in [0, 3, 100, 10_000] {
            try await run(.keepsAll) { bench in
                let outcomes = try await withThrowingTaskGroup(of: [SendOutcome].self) { group in
                    group.addTask { try await Self.outcomes(of: bench.batch, bench.provider) }
                    for _ in 0..<yields { await Task.yield() }
                    group.cancelAll()
                    return try await group.next() ?? []
                }
                #expect(!outcomes.contains(where: Self.isAccepted))
            }
        }
    }

    private func lostConnection() async throws {
        try await run(.drops) { bench in
            let outcomes = try await Self.outcomes(of: bench.batch, bench.provider)
            if case .unknown = outcomes[5] {} else { Issue.record("its answer is lost: \(outcomes[5])") }
            for outcome in outcomes {
                switch outcome {
                case .accepted, .unknown, .notProcessed, .unavailable: break
                case .gone, .rejected, .throttled: Issue.record("nothing says so: \(outcome)")
                }
            }
        }
    }

    private func refusedConnection() async throws {
        try await run(.isDown) { bench in
            for outcome in try await Self.outcomes(of: bench.batch, bench.provider) {
                if case .unavailable = outcome {} else { Issue.record("nothing could be sent: \(outcome)") }
            }
        }
    }

    private static func isAccepted(_ outcome: SendOutcome) -> Bool {
        if case .accepted = outcome { true } else { false }
    }

    /// Submits a batch; the one outcome of each message.
    public static func outcomes(of batch: PushBatch, _ provider: any PushProvider) async throws -> [SendOutcome] {
        let recorder = OutcomeRecorder()
        await provider.submit(batch, into: recorder.sink)
        return try single(recorder, batch.items.count)
    }

    private static func single(_ recorder: OutcomeRecorder, _ count: Int) throws -> [SendOutcome] {
        let outcomes = recorder.outcomes
        #expect(Set(outcomes.keys) == Set(0..<count), "an outcome for each message when the call returns")
        return try (0..<count).map { index in
            let reported = outcomes[index] ?? []
            #expect(reported.count <= 1, "message \(index): \(reported)")
            return try #require(reported.first)
        }
    }
}
