import PealCore
import PealEngine
import PealProviderKit

/// Push services that tell only later what became of a push.
extension SeedRun {
    /// What an accepted push gets, and what will be said of it.
    func giveReceipt(for push: Waiting, _ outcome: inout SendOutcome, calmly: Bool) -> String? {
        guard push.hasReceipts, case .accepted = outcome, let id = push.delivery else { return nil }
        let name = "receipt-\(number())"
        outcome = .accepted(receipt: name)
        let isGood = random.happens(calmly ? 0.95 : 0.6)
        let wait: Duration? = random.happens(0.3) ? .seconds(random.within(1...900)) : nil
        let bad: SendOutcome? = random.weighted(
            [
                (4, .gone(reason: "unregistered", since: nil)),
                (4, .throttled(reason: "too many", retryAfter: wait, scope: .device)),
                (3, .unavailable(reason: "down", retryAfter: wait)), (2, .rejected(reason: "bad", scope: .message)),
                (1, .rejected(reason: "mismatch", scope: .device)), (2, nil),
            ],
            otherwise: nil
        )
        record.receipts[name] = .init(
            delivery: id,
            app: push.app,
            verdict: isGood ? .accepted(receipt: nil) : bad,
            silences: calmly ? 0 : max(0, random.within(-4...2))
        )
        return name
    }

    /// A push service is asked for receipts.
    func tell(_ names: [String], process number: Int) -> Result<[String: SendOutcome], ReceiptFailure> {
        guard alive?.number == number else { return .failure(ReceiptFailure(reason: "the process died")) }
        if isWild, random.happens(0.1) {
            for name in names { record.receipts[name]?.isExcused = true }
            note("receipts cannot be asked for")
            return .failure(ReceiptFailure(reason: "down", retryAfter: .seconds(random.within(1...600))))
        }
        var told: [String: SendOutcome] = [:]
        for name in names {
            guard let receipt = record.receipts[name] else {
                fail("receipts", "\(name) is asked for, which nobody gave")
                continue
            }
            guard receipt.silences == 0, let verdict = receipt.verdict else {
                record.receipts[name]?.silences = max(0, receipt.silences - 1)
                record.receipts[name]?.isExcused = true
                continue
            }
            told[name] = verdict
            note("\(name) says \(AttemptRecord(verdict, at: clock.now).outcome)")
            if case .accepted = verdict { continue }
            // From now on it may be handed over again as after that answer.
            let handovers = record.handovers[receipt.delivery, default: []]
            if let index = handovers.lastIndex(where: { $0.receipt == name }) {
                record.handovers[receipt.delivery]?[index].answer = verdict
            }
        }
        return .success(told)
    }

    /// One round of receipts; whether there may be more.
    func askReceipts() async throws -> Bool {
        guard let process = alive else { return false }
        let isBusy = try await process.engine.receipts.step()
        guard alive?.number == process.number else { return false }
        if isBusy { note("asked for receipts") }
        return isBusy
    }

    /// What a push service said later counts.
    func checkReceipts(_ process: ProcessRun) throws {
        let accepted = Set(try process.facts.deliveries.filter { $0.state == "accepted" }.map(\.id))
        let stopped = Set(try process.facts.notifications.filter { $0.pushReason != nil }.map(\.id))
        for (id, handovers) in record.handovers.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            guard let last = handovers.last, last.isRecorded, let name = last.receipt,
                let receipt = record.receipts[name], let verdict = receipt.verdict, !receipt.isExcused
            else { continue }
            if case .accepted = verdict { continue }
            guard accepted.contains(id), !stopped.contains(id.notification) else { continue }
            return fail("receipts", "\(id.notification) counts as accepted, and \(name) says \(verdict)")
        }
    }
}
