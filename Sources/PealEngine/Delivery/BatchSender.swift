import Logging
import PealCore
import PealProviderKit

/// Carries batches of one kind of push from their messages to their recorded outcomes.
///
/// Outcomes that arrive while others are being written are written together. So a push whose answer takes long holds back
/// neither the record of the others nor their slots.
struct BatchSender<Kind: PushKind>: Sendable {
    let kind: Kind
    let providers: ProviderRegistry
    let addresses: TokenInvalidation
    let queues: QueueRegistry
    let reports: QueueReports
    let revocations: Revocations
    let clock: any PealClock
    let random: @Sendable () -> Double
    let work: PipelineWakeUps
    let metrics: PipelineMetrics
    let writes: OutcomeWriting
    let logger: Logger

    /// Returns when every outcome is on disk and every slot given back.
    ///
    /// - Parameters:
    ///   - batch: leased pushes of one queue.
    ///   - epoch: the process's epoch, which holds their leases.
    ///   - ended: called for each push when its slot is free again.
    @concurrent
    func send(_ batch: QueueBatch<Kind.Item>, _ epoch: Int, ended: (@Sendable (Kind.Item) async -> Void)?) async {
        let sending = Sending(queue: batch.queue, epoch: epoch, ended: ended)
        await withDiscardingTaskGroup { group in
            guard let provider = providers.client(batch.queue.provider, of: batch.queue.app) else {
                revocations.close(batch.claim)
                let reason = "no \(batch.queue.provider) client is configured"
                return await refuse(batch.items, .rejected(reason: reason, scope: .configuration), sending, in: &group)
            }
            let (items, messages, failed) = await compose(batch.items)
            let outcomes = BatchOutcomes(count: items.count) { answered(batch.queue, $0) }
            let submit = { @Sendable in
                await handOver(
                    QueueBatch(queue: batch.queue, items: items, claim: batch.claim),
                    messages,
                    to: provider,
                    outcomes.sink
                )
                outcomes.end()
            }
            if items.count > 1 {
                group.addTask { await submit() }
            } else if items.count == 1 {
                // The usual case at low load: nothing can be written meanwhile, so it needs no task of its own.
                await submit()
            } else {
                revocations.close(batch.claim)
            }
            await refuse(failed, .rejected(reason: "cannot be composed", scope: .message), sending, in: &group)
            while let arrived = await outcomes.next() {
                await record(arrived, of: items, sending, in: &group)
            }
        }
    }

    /// What stays the same for all pushes of a batch.
    private struct Sending: Sendable {
        let queue: QueueKey
        let epoch: Int
        let ended: (@Sendable (Kind.Item) async -> Void)?
    }

    private func compose(_ items: [Kind.Item]) async
        -> (items: [Kind.Item], messages: [PushBatch.Item], failed: [Kind.Item])
    {
        let now = clock.now
        var messages: [PushBatch.Item] = []
        messages.reserveCapacity(items.count)
        var failed: Set<Int> = []
        var texts = await texts(for: items)
        for index in items.indices {
            do {
                let message = try kind.message(for: items[index], &texts, now: now)
                messages.append(PushBatch.Item(delivery: kind.delivery(of: items[index]), message))
            } catch {
                let delivery = kind.delivery(of: items[index]).map { "\($0)" } ?? "a silent sync push"
                logger.error("cannot compose a push", metadata: ["delivery": "\(delivery)", "error": "\(error)"])
                failed.insert(index)
            }
        }
        guard !failed.isEmpty else { return (items, messages, []) }
        return (
            items.indices.filter { !failed.contains($0) }.map { items[$0] }, messages, failed.sorted().map { items[$0] }
        )
    }

    /// A store that cannot be read now ends no push: what was to be read only shortens how long its actions work.
    private func texts(for items: [Kind.Item]) async -> OpenedTexts {
        do {
            return try await kind.texts(for: items)
        } catch {
            logger.warning("cannot read the events of pushes", metadata: ["error": "\(error)"])
            return OpenedTexts()
        }
    }

    /// Hands messages to their provider, but for those whose device or user lost its pushes since they were claimed.
    ///
    /// These return to their queue, and the next claim finds why they end.
    private func handOver(
        _ batch: QueueBatch<Kind.Item>,
        _ messages: [PushBatch.Item],
        to provider: any PushProvider,
        _ sink: OutcomeSink
    ) async {
        guard let notes = revocations.handOver(batch.claim) else {
            return await provider.submit(PushBatch(messages), into: sink)
        }
        var left: [Int] = []
        for (index, item) in batch.items.enumerated() {
            let (device, user) = kind.recipient(of: item)
            if notes.name(device, of: user, app: batch.queue.app, claimedBy: batch.claim) {
                sink.take(.notProcessed(reason: "revoked before it was sent"), of: index)
            } else {
                left.append(index)
            }
        }
        guard !left.isEmpty else { return }
        let part = OutcomeSink { [left] outcomes in
            sink.take(
                outcomes.filter { left.indices.contains($0.index) }
                    .map { PushOutcome(index: left[$0.index], $0.outcome) }
            )
        }
        await provider.submit(PushBatch(left.map { messages[$0] }), into: part)
    }

    /// Ends pushes that no provider is asked to send.
    private func refuse(
        _ items: [Kind.Item],
        _ outcome: SendOutcome,
        _ sending: Sending,
        in group: inout DiscardingTaskGroup
    ) async {
        guard !items.isEmpty else { return }
        let outcomes = items.indices.map { PushOutcome(index: $0, outcome) }
        answered(sending.queue, outcomes)
        await record(outcomes, of: items, sending, in: &group)
    }

    /// The queue learns from answers when they arrive, whatever is being written then.
    private func answered(_ queue: QueueKey, _ arrived: [PushOutcome]) {
        let isOpening = reports.answered(queue, arrived.lazy.map(\.outcome), now: clock.now, unit: random())
        if isOpening { work.deliverable.fire() }
    }

    /// Writes outcomes and gives their slots back.
    ///
    /// When they cannot be written together, each is written in a task of its own until it is on disk: one that the store
    /// refuses must not hold back the others.
    private func record(
        _ outcomes: [PushOutcome],
        of items: [Kind.Item],
        _ sending: Sending,
        in group: inout DiscardingTaskGroup
    ) async {
        let now = clock.now
        var verdicts: [DeliveryQueue.TokenVerdict] = []
        let pushes = outcomes.map { arrived in
            let device = kind.recipient(of: items[arrived.index]).device
            let verdict = queues.judgeAddress(sending.queue, arrived.outcome, of: device, now: now)
            verdicts.append(verdict)
            return EndedPush(
                item: items[arrived.index],
                outcome: addresses.credible(arrived.outcome, verdict),
                at: now
            )
        }
        do {
            try await kind.record(pushes, sending.epoch)
            await finish(pushes, verdicts, sending)
        } catch {
            writes.failed(error)
            for (push, verdict) in zip(pushes, verdicts) {
                group.addTask {
                    // Ended by shutdown, the lease stays, and the next start treats the push as interrupted.
                    _ = await writes.untilWritten { try await kind.record([push], sending.epoch) }
                    await finish([push], [verdict], sending)
                }
            }
        }
    }

    /// The slots are given back when the outcomes are on disk: no more is sent than can be recorded.
    private func finish(_ pushes: [EndedPush<Kind.Item>], _ verdicts: [DeliveryQueue.TokenVerdict], _ sending: Sending)
        async
    {
        await reports.store(sending.queue)
        var wakes = kind.leavesMore
        for push in pushes where queues.ended(sending.queue, now: push.at) { wakes = true }
        metrics.inFlight(-pushes.count)
        if wakes { work.deliverable.fire() }
        for index in verdicts.indices {
            await addresses.act(on: verdicts[index], of: sending.queue, now: pushes[index].at)
        }
        work.progress.fire()
        guard let ended = sending.ended else { return }
        for push in pushes { await ended(push.item) }
    }
}
