import PealCore
import PealEngine
import PealStore

/// Everything that may name a user, so that an erasure can be looked at from all sides.
extension StoreScene {
    /// Puts a user who has something in every table that holds something of users, next to others.
    func holdings(of user: UserID) async throws {
        try await self.user(user, roles: ["clerk"])
        let device = try await device(user, token: "token-of-\(user)")
        try await entity(report, owner: user)
        try await member(user, of: report, role: "medic", status: "confirmed")
        _ = try await reply(user, from: nil, to: record(.onTime, version: 1, sealed: Array("words of \(user)".utf8)))
        try await notify([user, "b"], thread: "t")
        let shown = try await store.claim(now: now, limit: 500, epoch: 1)
        try await store.record(shown.map { result($0, .end(.accepted, nil), epoch: 1) })
        // Planned for later: nobody was decided about yet.
        try await accept(submission(.users([user, "b"]), dueAt: now + .seconds(9_999)))
        var acted = submission(.users(["b"]))
        acted.trigger.actor = Trigger.Actor(id: user, kind: .user)
        try await accept(acted)
        try await limits(of: user)
        try await halfFannedOut(after: user)
        _ = try await store.markAll(of: user, app: app, as: .read, now: now)
        let newest = try await store.heldItems(of: user, app: app, page: PageRequest(limit: 1)).items
        for item in newest {
            _ = try await take(item.id, of: user, from: nil, to: ActionRecord(nil, adding: TakenAction("yes", at: now)))
        }
        _ = try await store.put(Mute(id: id(), scope: .all, until: nil, createdAt: now), of: user, app: app)
        _ = try await store.updatePreferences(of: user, app: app, now: now) { choices in
            choices.global["push"] = .init(false, at: now)
        }
        try await audited(user)
        for user in [user, "b"] { _ = try await apply(.putAddress(address(user, sealed: "address of \(user)"))) }
        let found = ReachabilityChange(of: user, from: nil, to: ReachabilityRecord(isReachable: true, since: now))
        _ = try await store.apply([ChangeGroup(app: app, [.reachability(found)])])
        let push = SyncPush(
            user: user,
            device: device.id,
            provider: device.provider,
            cleared: [],
            carriesBadge: true,
            dueAt: now,
            expiresAt: now + .seconds(60)
        )
        _ = try await store.apply([ChangeGroup(app: app, [.sync(push)])])
        let webhook = webhook()
        _ = try await apply(.add(webhook, below: 9))
        _ = try await queue([message(webhook.id, user: user), message(webhook.id, user: "b")], of: webhook.id)
        try await store.store(
            StoredAnswer(requestHash: [], status: 200, body: Array(user.rawValue.utf8), user: user),
            under: IdempotencyKey(app: app, operation: "POST /users/\(user)/x", key: "k"),
            now: now
        )
    }

    /// Everything so far is in the audit log, with a claim whose words are sealed.
    private func audited(_ user: UserID) async throws {
        let claim = AuditClaim(.failed, of: nil, channel: .push, sealed: "c2VhbGVk")
        _ = try await store.apply([
            ChangeGroup(
                app: app,
                [
                    .keepAuditSecret(Array("secret of \(user)".utf8), of: user),
                    .note(.auditClaimed, claim.note(at: now), about: user),
                ]
            )
        ])
        try await AuditLog(store: store, key: nil, now: { [now] in now }).catchUp()
    }

    /// The user is the actor of two triggers; a limit takes one of them.
    private func limits(of user: UserID) async throws {
        let limit = SenderLimit(
            id: "one-a-day",
            types: ["assigned"],
            scope: .actor,
            max: 1,
            per: .day,
            zone: .app,
            onExceed: .reject
        )
        for index in 0..<2 {
            var submission = limited(limit, entity: "e\(index)", parent: "org/o")
            submission.trigger.actor = Trigger.Actor(id: user, kind: .user)
            _ = try await store.accept([submission], answer: nil)
        }
    }

    /// A fan-out whose cursor is at the user: the page after them is still to come.
    private func halfFannedOut(after user: UserID) async throws {
        let id = try await accept(submission(.users(["a", user, "z"])))
        guard let pending = try await store.dueTriggers(now: now, limit: 9).first(where: { $0.trigger.id == id }) else {
            return
        }
        let at = FanOutPosition(cursor: nil, dueAt: pending.trigger.dueAt)
        let move = FanOutMove(from: at, to: FanOutPosition(cursor: user, dueAt: at.dueAt), phase: .running)
        _ = try await store.apply([ChangeGroup(app: app, [.moveFanOut(id, move)])])
    }
}
