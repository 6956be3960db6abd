import PealCore
import PealSQL
import PealStore
import Testing

@testable import PealTesting

/// Channels, limits, replies, and what is kept of all that has happened.
extension KeptScene {
    /// Addresses, and deliveries in channels that ended.
    func channels() async throws {
        for user in ["radio", "silent"] as [UserID] {
            try await scene.user(user)
            try await scene.applyAll([.channel(.putAddress(scene.address(user)))])
        }
        try await scene.applyAll([.channel(.quarantine(scene.address("silent"), at: now))])
        for _ in 0..<4 { _ = try await scene.notify("radio", in: [scene.radio: .send]) }
        let claimed = try await scene.claimChannels().map(\.delivery)
        let ends: [(DeliveryMachine.Next, String)] = [
            (.end(.accepted, nil), "accepted"), (.end(.failed, .retriesExhausted), "unavailable"),
            (.retry(at: after(60), counted: true), "unavailable"), (.retry(at: after(60), counted: false), "unknown"),
        ]
        #expect(claimed.count == ends.count)
        for (delivery, end) in zip(claimed, ends) { #expect(try await scene.record(delivery, end.0, end.1)) }
    }

    /// A limit that is used up, and a claim that is held: what came after both was rejected.
    func limits() async throws {
        let limit = KeptRows(store: store).limit
        var first = scene.limited(limit, entity: "limited", parent: "org/o1", claim: "held")
        first.trigger.cancelKey = "limited"
        let over = scene.limited(limit, entity: "over", parent: "org/o1")
        let same = scene.limited(limit, entity: "limited", parent: "org/o1", claim: "held")
        for submission in [first, over, same] {
            var submission = submission
            submission.trigger.dueAt = after(5_000)
            try await scene.accept(submission)
        }
        let claim = TriggerSubmission.Claim(key: "claimed", expiresAt: after(86_400))
        try await scene.accept(scene.submission(.users(["ann"]), dueAt: after(5_000), claim: claim))
    }

    /// Replies to an event, and the counts and events that analytics keep.
    func replies() async throws {
        for user in ["participant", "stays away"] as [UserID] { try await scene.participant(user) }
        let record = scene.record(.runningLate, minutes: 10, sent: 1, version: 7, sealed: sealed("words to the host"))
        #expect(try await scene.reply("participant", from: nil, to: record))
        var cancelled = scene.record(.cantMakeIt, version: 8)
        cancelled.cancellation = EtaCancellation(rsvp: "confirmed", at: now)
        #expect(try await scene.reply("stays away", from: nil, to: cancelled, rsvp: "cancelled"))
        try await scene.keep(scene.analyticsEvents)
        let key = AnalyticsKey(.accepted, category: "status", channel: .push, priority: .high)
        let counts = [key: 2, AnalyticsKey(.etaLatency, bucket: 7): 1]
        let hour = AnalyticsHour(of: now)
        try await scene.count(counts, in: hour)
        let arrival = Arrival(isFirstByAction: true, isAnnouncedLate: true, isCheckedInLate: false, hour: hour)
        try await scene.keep([Arrival.Key(scene.report, "participant"): arrival])
    }

    /// An audit log of more than one page, of everything so far, with a claim of a user and a checkpoint.
    func history() async throws {
        let notes = (0..<250).map { number in
            Change.note(.adminChanged, AuditNote("exported", at: now, by: "ana", ["number": "\(number)"]), about: nil)
        }
        try await scene.applyAll(notes)
        let claimed = try await scene.notified("claims")
        let use = ClaimUse(day: Int(now.seconds / 86_400), count: 1, bytes: 9)
        try await scene.applyAll([
            .keepAuditSecret(sealed("secret of claims"), of: "claims"),
            .countClaim(ClaimChange(of: "claims", .failed, claimed, from: ClaimUse(), to: use)),
        ])
        // It writes the entries of all events, too.
        try await scene.holdings(of: "everything")
        let size = try await store.auditTree(of: app).size
        #expect(size > 256, "the first page is full")
        // The log loses its beginning, up to a checkpoint.
        #expect(try await scene.addCheckpoint(9))
        #expect(try await store.pruneAudit(of: app, before: after(1), limit: 9) == 9)
        #expect(try await scene.addCheckpoint(size - 9))
        // Notes how old the events are.
        _ = try await store.sweepEvents(now: now, limit: 1)
    }
}
