import PealCore
import Testing

@Suite("What the claim of a silent sync push comes to")
struct SyncClaimTests {
    typealias Fixture = SyncFixture

    private static let now = Fixture.now

    private static func claim(_ due: DueSync) -> SyncClaim {
        SyncClaim(of: due, providers: .shipped, epoch: 7, now: now)
    }

    private static func leased(_ state: SyncState) -> SyncState {
        var next = state
        (next.epoch, next.dueAt, next.carriesBadge) = (7, nil, false)
        return next
    }

    @Test("It is leased with what the device shows, and the guard is all that was read")
    func leases() throws {
        let due = Fixture.due([Fixture.clear(2, .accepted), Fixture.clear(1, .unknown)])
        let claim = Self.claim(due)
        #expect(claim.changes == [.expect(due), .move(from: due.state, to: Self.leased(due.state))])
        let lease = try #require(claim.lease)
        #expect(lease.cleared.map(\.id) == [.numbered(2), .numbered(1)])
        #expect(lease.counts == due.counts && !lease.hasMore && lease.state == Self.leased(due.state))
    }

    @Test(
        "It ends when the device cannot receive it any more, or when it is too old",
        arguments: [
            Fixture.due(owner: "b"), Fixture.due(permission: .denied), Fixture.due(device: .revoked),
            Fixture.due(device: .quarantined), Fixture.due(state: Fixture.state(expiresAt: now)),
        ]
    )
    func ends(due: DueSync) {
        var due = due
        due.state.carriesBadge = true
        due.clears = [Fixture.clear(1, .accepted)]
        #expect(Self.claim(due).lease == nil)
        #expect(Self.claim(due).changes == [.expect(due), .end(Fixture.phone)])
    }

    @Test(
        "What the device never received, or shows no more, is forgotten",
        arguments: [
            Fixture.clear(1, nil), Fixture.clear(1, .pending), Fixture.clear(1, .failed), Fixture.clear(1, .expired),
            Fixture.clear(1, .cancelled), Fixture.clear(1, .accepted, newer: [.accepted]),
            Fixture.clear(1, .unknown, newer: [.failed, .sending]), Fixture.clear(1, .accepted, isKnown: false),
        ]
    )
    func forgets(clear: DueSync.Clear) {
        let due = Fixture.due([clear])
        var resting = due.state
        resting.dueAt = nil
        let claim = Self.claim(due)
        #expect(claim.lease == nil)
        #expect(
            claim.changes == [
                .expect(due), .forgetClears([clear.id], on: Fixture.phone), .move(from: due.state, to: resting),
            ]
        )
    }

    @Test(
        "A newer push with the same tag that never came changes nothing",
        arguments: [DeliveryState.failed, .expired]
    )
    func newerFailed(state: DeliveryState) {
        #expect(Self.claim(Fixture.due([Fixture.clear(1, .accepted, newer: [state])])).lease?.cleared.count == 1)
    }

    @Test("A clear waits for its push that is in flight; the badge does not")
    func waits() throws {
        let waiting = Fixture.due([Fixture.clear(1, .sending)])
        var later = waiting.state
        later.dueAt = Self.now + .seconds(5)
        #expect(Self.claim(waiting).lease == nil)
        #expect(Self.claim(waiting).changes == [.expect(waiting), .move(from: waiting.state, to: later)])
        let badge = Fixture.due(waiting.clears, state: Fixture.state(carriesBadge: true))
        let lease = try #require(Self.claim(badge).lease)
        #expect(lease.cleared.isEmpty && lease.hasMore)
    }

    @Test("Twenty-four clears fit into one push, the newest; the rest are sent next")
    func portions() throws {
        let clears = (1...30).reversed().map { Fixture.clear($0, .accepted) }
        let lease = try #require(Self.claim(Fixture.due(clears)).lease)
        #expect(lease.cleared.map(\.id) == clears.prefix(24).map(\.id) && lease.hasMore)
        #expect(Self.claim(Fixture.due(Array(clears.prefix(24)))).lease?.hasMore == false)
    }
}
