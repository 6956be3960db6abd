import Testing

@testable import PealCore

@Suite("Silent sync pushes that join another")
struct SyncJoinTests {
    private static func push(cleared: [NotificationID] = [], carriesBadge: Bool = false) -> SyncPush {
        SyncPush(
            user: "a",
            device: SyncFixture.phone,
            provider: .fcm,
            cleared: cleared,
            carriesBadge: carriesBadge,
            dueAt: SyncFixture.now + .seconds(5),
            expiresAt: SyncFixture.now + .seconds(600)
        )
    }

    @Test("The newer push sets the times, keeps what is in flight, and begins its retries")
    func times() throws {
        var known = SyncFixture.state(epoch: 3)
        known.retries = 2
        known.sentAt = SyncFixture.now
        let joined = try #require(SyncState(Self.push(), joining: known, owner: "a", device: .active))
        #expect((joined.dueAt, joined.expiresAt) == (Self.push().dueAt, Self.push().expiresAt))
        #expect((joined.epoch, joined.retries, joined.sentAt) == (3, 0, SyncFixture.now))
    }

    @Test("A badge that waits is not lost", arguments: [false, true], [nil, false, true])
    func badge(_ isNew: Bool, _ waits: Bool?) throws {
        let known = waits.map { SyncFixture.state(carriesBadge: $0) }
        let joined = SyncState(Self.push(carriesBadge: isNew), joining: known, owner: "a", device: .active)
        #expect(try #require(joined).carriesBadge == (isNew || waits == true))
    }

    @Test("A device that is not the user's any more, or not active, gets nothing", arguments: DeviceState.allCases)
    func device(_ state: DeviceState) {
        #expect((SyncState(Self.push(), joining: nil, owner: "a", device: state) != nil) == (state == .active))
        #expect(SyncState(Self.push(), joining: nil, owner: "b", device: state) == nil)
    }

    @Test("What is to be cleared is joined in order, and the newest are kept")
    func clears() {
        let waiting = (1...SyncPush.clearLimit).map { NotificationID.numbered($0 * 2) }
        #expect(Self.push(cleared: [.numbered(3), .numbered(1)]).clears(joining: []) == [.numbered(1), .numbered(3)])
        #expect(Self.push(cleared: [waiting[4]]).clears(joining: waiting) == waiting)
        let joined = Self.push(cleared: [.numbered(7)]).clears(joining: waiting)
        #expect(joined.count == SyncPush.clearLimit)
        #expect(joined.first == waiting[1] && joined.contains(.numbered(7)))
    }
}
