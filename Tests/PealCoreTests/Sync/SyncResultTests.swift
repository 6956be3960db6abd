import PealCore
import Testing

@Suite("What follows after a silent sync push was sent")
struct SyncResultTests {
    typealias Fixture = SyncFixture

    private static let at = Fixture.now + .seconds(1)
    private static let leased = Fixture.state(dueAt: nil, epoch: 7)
    private static let joined = Fixture.state(dueAt: Fixture.now, epoch: 7, carriesBadge: true)

    private static func result(_ cleared: Int, hasMore: Bool = false, retryAt: Timestamp? = nil) -> SyncResult {
        let due = Fixture.due()
        return SyncResult(
            push: ClaimedSync(
                app: due.app,
                state: leased,
                target: due.target,
                counts: due.counts,
                cleared: (0..<cleared).map { number in
                    TaggedPush(id: .numbered(number), identity: .numbered(number), collapse: nil)
                },
                hasMore: hasMore
            ),
            retryAt: retryAt,
            deviceChange: .none,
            at: at,
            epoch: 7
        )
    }

    /// Where the push is afterwards; `nil` when nothing is written.
    private static func next(_ result: SyncResult, after state: SyncState = leased) -> SyncState? {
        guard case .move(from: state, to: let next)? = result.changes(of: state).first else { return nil }
        return next
    }

    @Test("What it removed is forgotten, and it is due again where more is to be removed", arguments: [false, true])
    func completes(hasMore: Bool) {
        let result = Self.result(2, hasMore: hasMore)
        let next = Self.next(result)
        #expect(next?.epoch == nil && next?.sentAt == Self.at && next?.retries == 0)
        #expect(next?.dueAt == (hasMore ? Self.at : nil))
        let forgotten = SyncChange.forgetClears([.numbered(0), .numbered(1)], on: Fixture.phone)
        #expect(result.changes(of: Self.leased).dropFirst() == [forgotten])
        #expect(Self.result(0).changes(of: Self.leased).count == 1)
    }

    @Test("What joined it while it was in flight is due as it was", arguments: [nil, at + .seconds(30)])
    func joins(retryAt: Timestamp?) {
        let next = Self.next(Self.result(1, retryAt: retryAt), after: Self.joined)
        #expect(next?.dueAt == Fixture.now && next?.carriesBadge == true && next?.epoch == nil)
    }

    @Test("A retry keeps what was to be removed, and the badge where that was all", arguments: [0, 2])
    func retries(cleared: Int) {
        let later = Self.at + .seconds(30)
        let result = Self.result(cleared, retryAt: later)
        let next = Self.next(result)
        #expect(next?.dueAt == later && next?.retries == 1 && next?.sentAt == nil)
        #expect(next?.carriesBadge == (cleared == 0))
        #expect(result.changes(of: Self.leased).count == 1)
    }

    @Test("A result of an older process is not written", arguments: [nil, 8])
    func olderEpoch(epoch: Int?) {
        #expect(Self.result(1).changes(of: Fixture.state(epoch: epoch)).isEmpty)
    }

    @Test("After a crash it is sent again immediately, with the badge")
    func interrupted() {
        let next = Self.leased.interrupted
        #expect(next.epoch == nil && next.carriesBadge && next.isDue(at: Fixture.now))
        #expect(Self.joined.interrupted.dueAt == Fixture.now)
    }
}
