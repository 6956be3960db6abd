import PealCore
import Testing

extension StoreConformance {
    static var claims: [Case] {
        [
            Case("of triggers with one claim at most one a window is accepted, in whatever order instants come") {
                scene async throws in
                let run = Property(cases: 60) { choices in
                    choices.array(count: 0...30) { choices in
                        ClaimedStep(
                            key: choices.element(of: ["a", "b", "c"]),
                            seconds: choices.integer(in: -40...120),
                            isTogether: choices.flag()
                        )
                    }
                }
                await run.check(relevant: 15) { steps in
                    // Each run has claims of its own, so that one store serves them all.
                    let prefix: TriggerID = scene.id()
                    return try await accept(steps, prefix: "\(prefix)", window: .seconds(60), scene) > 0
                }
            }
        ]
    }

    /// One trigger: its claim, how long after the last it comes, and whether it shares the last one's transaction.
    private struct ClaimedStep {
        let key: String
        let seconds: Int
        let isTogether: Bool
    }

    /// Returns how many are duplicates.
    private static func accept(
        _ steps: [ClaimedStep],
        prefix: String,
        window: Duration,
        _ scene: StoreScene<Store>
    ) async throws -> Int {
        var duplicates = 0
        var holders: [String: (id: TriggerID, since: Timestamp)] = [:]
        var now = scene.now
        var batch: [TriggerSubmission] = []
        var expected: [TriggerAcceptance] = []
        for (index, step) in steps.enumerated() {
            now = now + .seconds(step.seconds)
            let key = "\(prefix) \(step.key)"
            var submission = scene.submission(claim: .init(key: key, expiresAt: now + window))
            submission.trigger.acceptedAt = now
            submission.trigger.dueAt = now
            batch.append(submission)
            if let holder = holders[key], now - holder.since < window {
                expected.append(.duplicate(of: holder.id))
                duplicates += 1
            } else {
                holders[key] = (submission.trigger.id, now)
                expected.append(.accepted(submission.trigger.id))
            }
            guard index == steps.count - 1 || !steps[index + 1].isTogether else { continue }
            let answers = try await scene.store.accept(batch, answer: nil)
            try demand(answers == expected, "expected \(expected), got \(answers)")
            (batch, expected) = ([], [])
        }
        return duplicates
    }
}
