import PealCore
import PealStore
import Testing

/// Firings of events that start in an hour.
extension StoreScene {
    /// When the events of these scenes start: what fires for them is due now.
    var start: Timestamp { now + .seconds(3600) }

    /// Fires a reminder of an event that starts in an hour.
    @discardableResult
    func fire(_ id: String, to users: [UserID] = ["u"], claim: TriggerSubmission.Claim? = nil) async throws -> TriggerID
    {
        for user in users { try await self.user(user) }
        for user: UserID in ["told", "waits"] where users.contains(user) { try await device(user) }
        try await event(id, startsAt: start)
        return try await refire(id, to: users, claim: claim)
    }

    /// Fires what waits for an event.
    func refire(
        _ id: String,
        to users: [UserID] = ["u"],
        claim: TriggerSubmission.Claim? = nil,
        opensUntil: Timestamp? = nil
    ) async throws -> TriggerID {
        let due = try #require(
            try await store.dueSchedules(now: now + .seconds(7200), limit: 10).first { $0.entity.id == id }
        )
        var submission = submission(.users(users), type: "reminder", entity: due.entity, claim: claim)
        submission.trigger.openUntil = opensUntil
        let answers = try await store.fire([(due, submission)], now: now)
        #expect(answers == [.accepted(submission.trigger.id)])
        return submission.trigger.id
    }

    /// Fires a reminder of an event that starts in an hour, which stays open until then.
    func fireOpen(_ id: String, to users: [UserID]) async throws -> TriggerID {
        for user in users { try await self.user(user) }
        if users.contains("told") { try await device("told") }
        try await event(id, startsAt: start)
        return try await refire(id, to: users, opensUntil: start)
    }

    /// Decides: whoever is named so is held, all others are sent it.
    func fanOutFiring(at instant: Timestamp? = nil) async throws {
        try await fanOut(at: instant ?? now) { recipient in
            if recipient.userID.rawValue.hasSuffix("held") {
                return notification(recipient.userID, push: .hold(until: start), expiresIn: .seconds(7200))
            }
            guard !recipient.devices.isEmpty else { return notification(recipient.userID, expiresIn: .seconds(7200)) }
            return notification(recipient.userID, push: .send(recipient.devices.map(\.id)), expiresIn: .seconds(7200))
        }
    }

    /// Hands everything out that is due; it is accepted.
    func sendAll() async throws {
        try await store.record(
            try await store.claim(now: now, limit: 99, epoch: 1).map { result($0, .end(.accepted, nil), epoch: 1) }
        )
    }

    /// Sends everything that is due to a user who gets a device for it.
    func tell(_ user: UserID) async throws {
        try await self.user(user)
        try await device(user)
        try await fanOutFiring()
        try await sendAll()
    }

    func decision(_ user: UserID, of trigger: TriggerID) async throws -> DecisionRecord? {
        try await store.decisions(
            app: app,
            filter: DecisionFilter(user: user, trigger: trigger),
            page: PageRequest(limit: 1)
        ).items.first
    }
}
