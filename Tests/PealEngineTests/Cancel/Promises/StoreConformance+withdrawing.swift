import PealCore
import PealEngine
import PealStore
import Testing

@testable import PealTesting

/// What has fired and has not left yet follows its entity to the last moment.
extension StoreConformance {
    static var withdrawing: [Case] {
        [
            Case("a firing that nobody was told of is cancelled with its entity, and its time fires again (R066)") {
                scene async throws in
                let first = try await scene.fire("a")
                #expect(try await scene.store.backlog() == 1)
                try await scene.change("a", startsAt: scene.start, status: "closed")
                #expect(try await scene.store.backlog() == 0)
                #expect(try await scene.store.trigger(first, app: scene.app)?.status == .cancelled)
                #expect(try await scene.notes("a").map(\.state) == [.cancelled])
                #expect(try await scene.notes("a").map(\.reason) == [.status])
                #expect(try await scene.store.acceptedTrigger(first, app: scene.app)?.revocation == .status)

                try await scene.change("a", startsAt: scene.start, status: "open")
                #expect(try await scene.waiting().keys.sorted() == ["event/a"])
                let second = try await scene.refire("a")
                #expect(try await scene.store.dueTriggers(now: scene.now, limit: 9).map(\.trigger.id) == [second])
            },
            Case("what is held or waits for a retry is withdrawn; what was sent stays, and is not sent twice") {
                scene async throws in
                let id = try await scene.fire("a", to: ["held", "told", "waits"])
                try await scene.fanOutFiring()
                let claimed = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                #expect(claimed.map(\.userID).sorted { $0.rawValue < $1.rawValue } == ["told", "waits"])
                try await scene.store.record(
                    claimed.map {
                        scene.result(
                            $0,
                            $0.userID == "told" ? .end(.accepted, nil) : .retry(at: scene.now, counted: true),
                            epoch: 1
                        )
                    }
                )
                let later = scene.start + .seconds(3 * 86_400)
                try await scene.change("a", startsAt: later)
                #expect(try await scene.store.claim(now: scene.now + .seconds(60), limit: 9, epoch: 1).isEmpty)
                #expect(try await scene.store.dueHeld(now: scene.now + .seconds(7200), limit: 9).isEmpty)
                let report = try await scene.cancels.cancel(id, app: scene.app, retracts: false, now: scene.now)
                #expect(report == CancelReport(cancelled: 2, tooLate: 1, phase: .after))
                let trace = try #require(try await scene.decision("held", of: id)).trace
                #expect(trace.steps.last == Trace.Step(.route, .stop, .cancelled, .revoked(.moved)))
                #expect(
                    try await scene.decision("told", of: id)?.trace.steps.contains { $0.reason == .cancelled } == false
                )
                for user: UserID in ["held", "told", "waits"] { #expect(try await scene.inbox(user).count == 1) }

                #expect(try await scene.waiting() == ["event/a": later - .seconds(3600)], "it fires at its new time")
                try await scene.change("a", startsAt: scene.start)
                #expect(try await scene.waiting().isEmpty, "a user was notified of this one")
            },
            Case("what a channel holds is withdrawn with its entity, and its trigger waits for nothing") {
                scene async throws in
                let id = try await scene.fire("a", to: ["ann"])
                try await scene.fanOut { recipient in
                    var new = scene.notification(recipient.userID, expiresIn: .seconds(7200))
                    new.channels = [scene.pager: .hold(until: scene.start)]
                    return new
                }
                let later = scene.start + .seconds(3 * 86_400)
                try await scene.change("a", startsAt: later)
                let report = try #require(try await scene.store.trigger(id, app: scene.app))
                #expect(report.status == .cancelled && report.deliveries[.cancelled] == 1)
                #expect(report.deliveries[.pending, default: 0] == 0)
                #expect(try await scene.claimChannels(at: scene.start).isEmpty)
                #expect(try await scene.waiting() == ["event/a": later - .seconds(3600)])
                try await scene.change("a", startsAt: scene.start)
                #expect(try await scene.waiting().keys.sorted() == ["event/a"], "nobody was told of this one")
            },
            Case("what a channel has sent keeps its time from firing again, although the push was held") {
                scene async throws in
                _ = try await scene.fire("a", to: ["held"])
                try await scene.fanOut { recipient in
                    let push = PushResult.hold(until: scene.start)
                    var new = scene.notification(recipient.userID, push: push, expiresIn: .seconds(7200))
                    new.channels = [scene.radio: .send]
                    return new
                }
                let sent = try #require(try await scene.claimChannels().first).delivery
                #expect(try await scene.record(sent, .end(.accepted, nil)))
                try await scene.change("a", startsAt: scene.start + .seconds(3 * 86_400))
                #expect(try await scene.store.dueHeld(now: scene.now + .seconds(7200), limit: 9).isEmpty)
                try await scene.change("a", startsAt: scene.start)
                #expect(try await scene.waiting().isEmpty, "a user was told of this one")
            },
            Case("what has left in full is not cancelled, whatever becomes of its entity") { scene async throws in
                let id = try await scene.fire("a", to: ["told"])
                try await scene.fanOutFiring()
                try await scene.sendAll()
                try await scene.change("a", startsAt: scene.start + .seconds(86_400))
                #expect(try await scene.delete("a"))
                let report = try #require(try await scene.store.trigger(id, app: scene.app))
                #expect(report.status == .done)
                #expect(report.deliveries == [.accepted: 1])
                #expect(try await !scene.cancels.continueInterrupted(limit: 10))
            },
            Case("a change that leaves the time as it is withdraws nothing") { scene async throws in
                let id = try await scene.fire("a", to: ["held"])
                try await scene.fanOutFiring()
                try await scene.change("a", startsAt: scene.start, status: "open")
                let patch = scene.submission(entities: [
                    EntityPatch(ref: EntityRef(type: "event", id: "a"), timeZone: "UTC")
                ])
                _ = try await scene.store.accept([patch], rules: [StoreScene<Store>.rule])
                try await scene.withdraw()
                #expect(try await scene.store.trigger(id, app: scene.app)?.heldPushes == 1)
            },
            Case("a change amid the fan-out spares users it has not reached, and the page in progress is not written") {
                scene async throws in
                let id = try await scene.fire("a", to: ["held", "u1", "u2"])
                let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                let page = try await scene.store.recipients(of: pending, ownedTypes: [], limit: 1)
                func decided(_ page: RecipientPage, isLast: Bool) -> FanOutPage {
                    FanOutPage(
                        trigger: pending,
                        notifications: page.recipients.map {
                            scene.notification($0.userID, push: .hold(until: scene.start))
                        },
                        cursor: page.recipients.last?.userID,
                        isLast: isLast
                    )
                }
                try await scene.store.commit([decided(page, isLast: false)])
                let rest = try await scene.store.recipients(of: pending, ownedTypes: [], limit: 9)
                let change = scene.submission(
                    entities: [EntityPatch(ref: EntityRef(type: "event", id: "a"), status: "closed")]
                )
                _ = try await scene.store.accept([change], rules: [StoreScene<Store>.rule])
                try await scene.withdraw()
                try await scene.store.commit([decided(rest, isLast: true)])
                let report = try await scene.cancels.cancel(id, app: scene.app, retracts: false, now: scene.now)
                #expect(report == CancelReport(cancelled: 3, tooLate: 0, phase: .during))
                #expect(try await scene.store.trigger(id, app: scene.app)?.recipients == 1)
                #expect(try await scene.store.dueHeld(now: scene.start, limit: 9).isEmpty)
            },
            Case(
                "the last of many recipients is found in bounded steps, and a time that fires anew leaves one inbox row"
            ) {
                scene async throws in
                let many = (0..<600).map { UserID("u\($0 + 1000)") }
                let id = try await scene.fire("a", to: many + ["zheld"])
                try await scene.fanOutFiring()
                #expect(try await scene.store.trigger(id, app: scene.app)?.heldPushes == 1)
                #expect(try await scene.delete("a"))
                #expect(try await scene.store.dueHeld(now: scene.start, limit: 9).isEmpty)
                #expect(try await scene.notes("a").map(\.reason) == [.entityDeleted])

                try await scene.change("a", startsAt: scene.start)
                _ = try await scene.refire("a", to: many + ["zheld"])
                try await scene.withdraw()
                try await scene.fanOutFiring()
                for user: UserID in ["u1000", "u1599", "zheld"] { #expect(try await scene.inbox(user).count == 1) }
                #expect(try await scene.store.dueHeld(now: scene.start, limit: 9).map(\.userID) == ["zheld"])
            },
            Case("a time that comes back after some pushes had left reminds the others, and nobody twice (R066)") {
                scene async throws in
                _ = try await scene.fireOpen("a", to: ["told", "muted", "held"])
                try await scene.fanOutFiring()
                try await scene.sendAll()
                try await scene.change("a", startsAt: scene.start, status: "closed")
                #expect(try await scene.notes("a").map(\.reason) == [.status])
                try await scene.change("a", startsAt: scene.start, status: "open")
                #expect(try await scene.waiting() == ["event/a": scene.start - .seconds(3600)])
                let again = try await scene.refire("a", to: ["told", "muted", "held"], opensUntil: scene.start)
                try await scene.withdraw()
                try await scene.fanOutFiring()
                #expect(try await scene.decision("held", of: again)?.push == .hold(until: scene.start))
                for user: UserID in ["told", "muted"] {
                    #expect(try await scene.decision(user, of: again) == nil, "\(user)")
                }
                for user: UserID in ["told", "muted", "held"] {
                    #expect(try await scene.inbox(user).count == 1, "\(user)")
                }
            },
            Case(
                "a claim is released with what was withdrawn in time, so that it may be triggered for the new time"
            ) {
                scene async throws in
                let claim = TriggerSubmission.Claim(key: "once", expiresAt: nil)
                _ = try await scene.fire("a", to: ["held"], claim: claim)
                try await scene.fanOutFiring()
                try await scene.change("a", startsAt: scene.start - .seconds(60))
                let again = scene.submission(.users(["held"]), claim: claim)
                #expect(try await scene.store.accept([again], answer: nil) == [.accepted(again.trigger.id)])
            },
        ]
    }
}

extension StoreScene {
    /// Changes an event, and withdraws what it does not ask for any more.
    fileprivate func change(_ id: String, startsAt: Timestamp?, status: String? = nil) async throws {
        try await event(id, startsAt: startsAt, status: status)
        try await withdraw()
    }

    fileprivate func delete(_ id: String) async throws -> Bool {
        let existed = try await store.deleteEntity(EntityRef(type: "event", id: id), app: app, now: now)
        try await withdraw()
        return existed
    }

    fileprivate func withdraw() async throws { try await WithdrawFirings(store: store).finish(app: app) }
}
