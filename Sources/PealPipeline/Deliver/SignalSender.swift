import Logging
import PealCore
import PealProviderKit
import PealStore

/// Carries one claimed signal to its device.
///
/// It takes a place of its lane as a delivery does, and is tried twice at most: nobody waits for it.
struct SignalSender: Sendable {
    let store: any SignalStore
    let providers: ProviderRegistry
    let composer: SignalComposer
    let addresses: AddressTrust
    let lanes: LaneBook
    let clock: any PealClock
    let random: @Sendable () -> Double
    let work: WorkSignals
    let metrics: PipelineMetrics
    let logger: Logger

    /// The wait before the one retry.
    static let retryDelay = Duration.seconds(30)

    @concurrent
    func deliver(_ signal: ClaimedSignal, _ epoch: Int, persisting: @Sendable (SignalResult) async -> Void) async {
        let said = await attempt(signal)
        let now = clock.now
        let trust = lanes.judgeAddress(signal.lane, said, now: now)
        await persisting(result(of: addresses.credible(said, trust), signal, at: now, epoch))
        _ = lanes.ended(signal.lane, said, now: now, unit: random())
        // It may have left something to be told: what did not fit, or came meanwhile; and its slot is free, which only
        // memory knows.
        work.deliverable.fire()
        await addresses.act(on: trust, of: signal.lane, now: now)
        work.progress.fire()
    }

    private func attempt(_ signal: ClaimedSignal) async -> SendOutcome {
        guard let provider = providers.client(signal.provider, of: signal.app) else {
            return .rejected(reason: "no \(signal.provider) client is configured", scope: .configuration)
        }
        do {
            return await provider.send(try composer.message(for: signal, now: clock.now))
        } catch {
            logger.error(
                "cannot compose a silent sync push",
                metadata: ["device": "\(signal.device)", "error": "\(error)"]
            )
            return .rejected(reason: "cannot be composed", scope: .message)
        }
    }

    private func result(of outcome: SendOutcome, _ signal: ClaimedSignal, at now: Timestamp, _ epoch: Int)
        -> SignalResult
    {
        let machine = DeliveryMachine(
            retry: .delays([Self.retryDelay]),
            onUnknown: .stop,
            expiresAt: signal.expiresAt
        )
        let step = machine.step(
            after: outcome,
            retriesUsed: signal.retriesUsed,
            // No resend goes uncounted.
            resendsUsed: .max,
            lastSeenAt: signal.deviceLastSeenAt,
            now: now,
            unit: random()
        )
        metrics.attempted(signal.provider, AttemptRecord(outcome, at: now).outcome)
        var retryAt: Timestamp?
        if case .retry(let at, _) = step.next { retryAt = at }
        return SignalResult(signal: signal, retryAt: retryAt, deviceChange: step.device, at: now, epoch: epoch)
    }
}
