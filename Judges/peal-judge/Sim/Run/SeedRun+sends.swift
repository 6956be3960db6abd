import PealCore
import PealEngine
import PealProviderKit
import PealStore

/// Deliveries on their way, and the push services' side of them.
extension SeedRun {
    /// Leases what is due and hands it over.
    ///
    /// Unless it is calm, devices and users may be taken away before the hand-over.
    func claim(calmly: Bool, onlyHandedOver: Bool = false, in group: inout DiscardingTaskGroup) async throws -> Int {
        guard let process = alive else { return 0 }
        isClaiming = true
        defer {
            isClaiming = false
            overtaken = []
        }
        var batches: [QueueBatch<ClaimedDelivery>]
        do {
            let delivery = process.engine.delivery
            batches =
                onlyHandedOver
                ? await delivery.handedOver(epoch, now: clock.now)
                : try await delivery.claim(epoch, now: clock.now) ?? []
        } catch {
            if alive?.number == process.number { fail("loops", "a claim failed: \(error)") }
            return 0
        }
        let claimed = batches.flatMap(\.items)
        guard alive?.number == process.number, !claimed.isEmpty else { return 0 }
        note("claimed \(claimed.count)")
        if !calmly {
            try await overtake(Set(claimed.map(\.id.device)))
            guard alive?.number == process.number else { return 0 }
        }
        if plan.injectedBug == .commitAfterSend { try await giveBack(claimed, process) }
        if plan.injectedBug == .ignoreRevocations { for index in batches.indices { batches[index].claim = .max } }
        running += claimed.count
        let epoch = epoch
        for batch in batches {
            group.addTask {
                await process.engine.delivery.deliver(batch, epoch) { await self.ended($0.id, by: process) }
            }
        }
        await quiet()
        return claimed.count
    }

    /// Releases leases through the store's ports, as if they were not on disk yet.
    private func giveBack(_ claimed: [ClaimedDelivery], _ process: ProcessRun) async throws {
        for delivery in claimed {
            let result = DeliveryResult(
                id: delivery.id,
                app: delivery.app,
                attempt: AttemptRecord(.notProcessed(reason: "injected"), at: clock.now),
                next: .retry(at: clock.now, counted: false),
                device: .none,
                epoch: epoch
            )
            let changes = OutcomePlan(presuming: result)?.changes ?? []
            _ = try await process.store.apply([ChangeGroup(app: delivery.app, changes.map(Change.delivery))])
        }
    }

    /// Plans silent sync pushes for some of what users did; whether there was anything to read.
    func planSyncPushes() async throws -> Bool {
        guard let process = alive else { return false }
        do {
            return try await process.engine.sync.step()
        } catch {
            if alive?.number == process.number { fail("loops", "planning silent sync pushes failed: \(error)") }
            return false
        }
    }

    /// Leases silent sync pushes and hands them over.
    func claimSyncs(calmly: Bool, in group: inout DiscardingTaskGroup) async throws -> Int {
        guard let process = alive else { return 0 }
        let batches: [QueueBatch<ClaimedSync>]
        do {
            batches = try await process.engine.delivery.claimSyncs(epoch, now: clock.now)
        } catch {
            if alive?.number == process.number { fail("loops", "a claim of silent sync pushes failed: \(error)") }
            return 0
        }
        let claimed = batches.flatMap(\.items)
        guard alive?.number == process.number, !claimed.isEmpty else { return 0 }
        note("claimed \(claimed.count) silent sync pushes")
        if !calmly {
            try await overtake(Set(claimed.map(\.device)))
            guard alive?.number == process.number else { return 0 }
        }
        running += claimed.count
        let epoch = epoch
        for batch in batches {
            group.addTask { await process.engine.delivery.deliver(batch, epoch) { _ in await self.drained() } }
        }
        await quiet()
        return claimed.count
    }

    /// The outcome of a delivery is recorded.
    private func ended(_ delivery: DeliveryID, by process: ProcessRun) {
        if alive?.number == process.number, let last = record.handovers[delivery]?.indices.last {
            record.handovers[delivery]?[last].isRecorded = true
        }
        drained()
    }

    private func drained() {
        running -= 1
        guard running == 0 else { return }
        let waiters = idle
        idle = []
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when every delivery under way has ended or waits for its answer.
    func quiet() async {
        while running > 0 { await withCheckedContinuation { idle.append($0) } }
    }

    /// A push service is handed a batch: what is promised of each push holds at this instant.
    func handOver(_ batch: PushBatch, app: AppID, process number: Int) {
        guard alive?.number == number else { return }
        do {
            for item in batch.items { try handOver(item.message, of: item.delivery, app: app, process: number) }
        } catch {
            fail("judge", "a push cannot be checked: \(error)")
        }
    }

    private func handOver(_ message: PushMessage, of carried: DeliveryID?, app: AppID, process number: Int) throws {
        guard let id = carried else {
            try checkSync(message, app: app)
            tally.syncs += 1
            return note("silent sync push \(message.payload.op) to \(message.token)")
        }
        try check(message, id, app: app)
        tally.pushes += 1
        note("push \(id.notification.rawValue.hex.suffix(8)) to \(message.token): \(message.title), \(message.body)")
        let isSummary = record.asSummary.contains(id.notification)
        record.handovers[id, default: []].append(
            .init(process: number, step: tally.steps, isSummary: isSummary)
        )
    }

    /// A push service sends a push of a batch, and answers when the run decides.
    func take(_ id: DeliveryID?, app: AppID, hasReceipts: Bool, process number: Int) async -> SendOutcome {
        guard alive?.number == number else { return .unknown(reason: "the process died") }
        return await withCheckedContinuation { continuation in
            waiting.append(
                Waiting(delivery: id, app: app, hasReceipts: hasReceipts, continuation: continuation)
            )
            drained()
        }
    }

    /// A push service answers pushes that wait: one, or a few at the same time, whose outcomes are then written together.
    func answer(calmly: Bool) async throws {
        var count = calmly || random.happens(0.7) ? 1 : random.within(2...5)
        while count > 0, !waiting.isEmpty {
            try answerOne(calmly: calmly)
            count -= 1
        }
        await quiet()
    }

    private func answerOne(calmly: Bool) throws {
        let push = waiting.remove(at: random.below(waiting.count))
        var outcome = calmly && random.happens(0.97) ? SendOutcome.accepted(receipt: nil) : anyOutcome()
        let name = push.delivery?.notification.rawValue.hex.suffix(8) ?? "a silent sync push"
        note("answer to \(name): \(AttemptRecord(outcome, at: clock.now).outcome)")
        if let id = push.delivery {
            let receipt = giveReceipt(for: push, &outcome, calmly: calmly)
            if let last = record.handovers[id]?.indices.last {
                record.handovers[id]?[last].answer = outcome
                record.handovers[id]?[last].receipt = receipt
            }
        }
        resume(push, outcome)
    }

    func resume(_ push: Waiting, _ outcome: SendOutcome) {
        running += 1
        push.continuation.resume(returning: outcome)
    }

    private func anyOutcome() -> SendOutcome {
        guard random.happens(storm) else { return .accepted(receipt: nil) }
        let wait: Duration? = random.happens(0.5) ? .seconds(random.within(1...900)) : nil
        return random.weighted(
            [
                (5, .unknown(reason: "answer lost")), (5, .unavailable(reason: "down", retryAfter: wait)),
                (3, .throttled(reason: "too many", retryAfter: wait, scope: .device)),
                (2, .throttled(reason: "quota", retryAfter: wait, scope: .sender)),
                (4, .notProcessed(reason: "goaway")), (3, .gone(reason: "unregistered", since: nil)),
                (2, .rejected(reason: "bad", scope: .message)), (1, .rejected(reason: "mismatch", scope: .device)),
                (1, .rejected(reason: "credentials", scope: .configuration)),
            ],
            otherwise: .accepted(receipt: nil)
        )
    }
}
