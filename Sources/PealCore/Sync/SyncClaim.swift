/// What the claim of a due silent sync push comes to: it is leased, waits, or ends (ADR 0017).
public struct SyncClaim: Sendable, Equatable {
    /// What changes, beginning with the guard.
    public private(set) var changes: [SyncChange]
    /// The push to send, when there is one.
    public private(set) var lease: ClaimedSync?

    /// Pushes that one silent sync push removes: as many as fit into the smallest push with the longest tags.
    public static let clearedLimit = 24
    /// How long a clear waits for a push that is in flight, because it would overtake it.
    static let overtakingWait = Duration.seconds(5)

    /// Plans the claim.
    /// - Parameters:
    ///   - due: what is known of the push.
    ///   - providers: the push services of the installation.
    ///   - epoch: the process that claims it.
    ///   - now: the instant it is.
    public init(of due: DueSync, providers: Providers, epoch: Int, now: Timestamp) {
        let state = due.state
        changes = [.expect(due)]
        guard due.target.owner == state.user, due.target.device.canSync(providers), state.expiresAt > now else {
            changes.append(.end(state.device))
            return
        }
        let shown = due.clears.filter(\.isShown)
        let waiting = due.clears.filter { $0.delivery == .sending }
        let cleared = Array(shown.compactMap(\.push).prefix(Self.clearedLimit))
        let forgotten = due.clears.filter { !$0.isShown && $0.delivery != .sending }
        if !forgotten.isEmpty { changes.append(.forgetClears(forgotten.map(\.id), on: state.device)) }
        guard !cleared.isEmpty || state.carriesBadge else {
            let rest = state.resting(until: waiting.isEmpty ? nil : now + Self.overtakingWait)
            changes.append(.move(from: state, to: rest))
            return
        }
        let leased = state.leased(to: epoch)
        changes.append(.move(from: state, to: leased))
        lease = ClaimedSync(
            app: due.app,
            state: leased,
            target: due.target,
            counts: due.counts,
            cleared: cleared,
            hasMore: shown.count > cleared.count || !waiting.isEmpty
        )
    }
}

extension DueSync.Clear {
    /// Whether the device shows the push: it has received it, and no newer one with the same tag.
    fileprivate var isShown: Bool {
        guard push != nil, delivery == .accepted || delivery == .unknown else { return false }
        return !newer.contains(where: \.isHandedOut)
    }
}
