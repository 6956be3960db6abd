import PealCore
import PealStore

/// Decides held pushes again when their time has come, on a fresh snapshot of the user.
struct HeldRelease: Sendable {
    private let dependencies: DecisionDependencies
    private let pace = ReleasePace()

    /// Held pushes that are spread in one transaction.
    static let spreadStep = 5_000

    init(_ dependencies: DecisionDependencies) { self.dependencies = dependencies }

    /// One slice; returns whether there may be more to do at once.
    /// - Parameters:
    ///   - apps: those of which a held push has come due.
    ///   - critical: what comes first when there is something to release.
    /// - Returns: whether anything was due.
    /// - Throws: ``StoreError``.
    func slice(of apps: [AppID], after critical: () async throws -> Void) async throws -> Bool {
        let now = dependencies.clock.now
        guard !apps.isEmpty else { return false }
        try await critical()
        let began = dependencies.slices.begin()
        let share = Turns.share(of: dependencies.slices.size, among: apps.count)
        var due: [HeldNotification] = []
        for app in apps {
            let room = pace.room(of: app, at: now)
            if room > 0 {
                due += try await dependencies.store.dueHeld(of: app, now: now, limit: min(share, room))
            } else {
                try await spread(app, now: now)
            }
        }
        guard !due.isEmpty else { return true }
        let releases = try await decide(due, now: now)
        dependencies.crash.pass(.beforeReleaseCommit)
        // One that was cancelled or resolved meanwhile is left alone.
        _ = try await dependencies.store.apply(releases.map { ChangeGroup(app: $0.app, [.redecide($0)]) })
        dependencies.crash.pass(.afterReleaseCommit)
        dependencies.slices.end(began, decided: releases.count)
        for (app, released) in Dictionary(grouping: releases, by: \.app) { pace.count(released.count, of: app) }
        return true
    }

    /// Moves what is more than a second's share of an app to the seconds after it.
    private func spread(_ app: AppID, now: Timestamp) async throws {
        let start = pace.take(Self.spreadStep, of: app, at: now)
        let parts = ReleaseSpread.parts(of: Self.spreadStep, from: start, perSecond: pace.share)
        _ = try await self.dependencies.store.apply([
            ChangeGroup(app: app, parts.map { .postponeHeld(dueAt: now, $0) })
        ])
    }

    private func decide(_ due: [HeldNotification], now: Timestamp) async throws -> [ReleasedNotification] {
        var triggers = OpenedTriggers(dependencies)
        let opened = due.map { held in (held, held.isResolved(at: now) ? nil : triggers.open(held.trigger)) }
        var users = WaitingUsers(dependencies)
        try await users.read(
            opened.compactMap { held, trigger in trigger.map { (held.user, $0.rules.type) } },
            now: now
        )
        triggers.report()
        var audienceStatuses = AudienceStatuses(dependencies)
        try await audienceStatuses.read(opened.compactMap { held, _ in users[held.user].map { (held, $0) } })
        return try opened.map { held, trigger in
            if held.isResolved(at: now) { return released(held, resolvedElsewhere(held), held.stamp, now: now) }
            // One that cannot be read stays held a little longer, and keeps no other waiting.
            guard let trigger, let user = users[held.user] else {
                return released(held, heldOn(held, now: now), held.stamp, now: now)
            }
            let (decision, digest) = dependencies.decider.release(
                held,
                of: trigger,
                user,
                audienceStatus: audienceStatuses[held, user],
                history: users.histories[held.user],
                now: now
            )
            users.histories.note(decision, of: trigger.rules.type, by: held.user, at: now)
            let sealed = try dependencies.encryption.seal(digest, digestOf: held.id, app: held.trigger.trigger.app)
            return released(held, decision, held.stamp(of: decision, for: user), sealed, now: now)
        }
    }

    private func released(
        _ held: HeldNotification,
        _ decision: Decision,
        _ stamp: DecisionStamp,
        _ digest: [UInt8]? = nil,
        now: Timestamp
    ) -> ReleasedNotification {
        ReleasedNotification(
            id: held.id,
            app: held.trigger.trigger.app,
            userID: held.userID,
            decision: decision,
            digest: digest,
            at: now,
            stamp: stamp
        )
    }

    /// Tries again later, and at its expiry at the latest, what cannot be read now.
    private func heldOn(_ held: HeldNotification, now: Timestamp) -> Decision {
        let later = now + FanOut.mendingTime
        return Decision(
            inApp: held.inApp,
            push: .hold(until: later).endingHold(by: held.expiresAt > now ? held.expiresAt : later),
            priority: .normal,
            isAlert: false,
            holdStage: held.holdStage,
            wasDigested: held.wasDigested,
            trace: held.trace
        )
    }

    /// What was read meanwhile needs no push any more (R165).
    private func resolvedElsewhere(_ held: HeldNotification) -> Decision {
        Decision(
            inApp: held.inApp,
            push: .suppress(.resolvedElsewhere),
            priority: .normal,
            isAlert: false,
            wasDigested: held.wasDigested,
            trace: Trace(held.trace.steps + [.resolvedElsewhere(holdStage: held.holdStage)])
        )
    }
}

extension HeldNotification {
    /// Whether the user no longer needs it; one that has expired is decided, so that its trace says what else stops it.
    fileprivate func isResolved(at now: Timestamp) -> Bool { relevance.obstacle(at: now) == .resolvedElsewhere }

    fileprivate var user: PushHistories.UserKey { PushHistories.UserKey(app: trigger.trigger.app, user: userID) }
}
