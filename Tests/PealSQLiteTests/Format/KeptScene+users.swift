import PealCore
import PealSQL
import Testing

@testable import PealTesting

/// Users and things, what users chose, and their devices.
extension KeptScene {
    func directory() async throws {
        let organisation = EntityRef(type: "org", id: "o1")
        let full = EntityRef(type: "event", id: "full")
        let ann = User(
            id: "ann",
            locale: "de-DE",
            timeZone: "Europe/Berlin",
            roles: ["staff"],
            sealedDetails: sealed("details of ann"),
            createdAt: now,
            updatedAt: now
        )
        _ = try await store.putUser(ann, app: app)
        let before = try #require(try await store.user("ann", app: app))
        var revoked = before
        revoked.tokensRevokedAt = now
        try await scene.applyAll([.putUser(revoked, from: before)])
        for user in ["erased", "again"] as [UserID] {
            try await scene.user(user)
            _ = try await store.eraseUser(user, app: app, now: now)
        }
        try await scene.user("again")

        try await scene.entity(organisation, status: "active")
        let entity = Entity(
            ref: full,
            parent: organisation,
            ownerID: "ann",
            status: "open",
            timeZone: "Europe/Berlin",
            times: ["endsAt": after(90_000)],
            attributes: [
                "title": .string("Grüße 🎈"), "seats": .number(1.5), "isFull": .bool(true), "left": .integer(3),
            ],
            updatedAt: now
        )
        _ = try await store.putEntity(entity, app: app)
        var host = Member(
            entity: full,
            userID: "ann",
            role: "host",
            status: "confirmed",
            attributes: ["checkedInAt": .string("2027-01-15T08:00:00Z")],
            updatedAt: now
        )
        host.sealedAttributes = sealed("attributes of ann")
        try await scene.applyAll([.putMembers([host])])
        try await scene.member("again", of: full, role: "rider", status: "waiting")
        try await scene.user("ann", app: "match")

        // One of its triggers is not looked at yet, so the deletion stays open.
        let deleted = EntityRef(type: "event", id: "deleted")
        try await scene.entity(deleted)
        let first = try await scene.accept(scene.submission(.users(["ann"]), entity: deleted, dueAt: after(5_000)))
        try await scene.accept(scene.submission(.users(["ann"]), entity: deleted, dueAt: after(5_000)))
        _ = try await store.deleteEntity(deleted, app: app, now: now)
        try await scene.applyAll([.moveDeletion(deleted, from: nil, to: first)])
    }

    func choices() async throws {
        _ = try await store.updatePreferences(of: "ann", app: app, now: now) { choices in
            choices.global["push"] = .init(true, at: now)
            choices.categories["kudos"] = .init(
                enabled: .init(false, at: now),
                channels: ["email": .init(true, at: now)]
            )
            choices.quietHours = .init(enabled: .init(true, at: now), timeZone: .init("Europe/Berlin", at: now))
        }
        let scopes: [(Mute.Scope, Timestamp?)] = [
            (.category("kudos"), after(3_600)), (.thread("t1"), nil), (.all, nil),
        ]
        for (scope, until) in scopes {
            let mute = Mute(id: scene.id(), scope: scope, until: until, createdAt: now)
            _ = try await store.put(mute, of: "ann", app: app)
        }
    }

    /// A device in each state.
    func devices() async throws {
        var phone = scene.newDevice("ann", token: "token-of-ann")
        phone.keyHash = [UInt8](repeating: 1, count: 32)
        _ = try await scene.register(phone)
        var tablet = scene.newDevice("ann", token: "tablet", state: .disabled)
        (tablet.provider, tablet.platform, tablet.environment) = (.apns, .ios, "production")
        tablet.pending = PendingAddress(hash: Array("next token".utf8), since: now)
        _ = try await scene.register(tablet)
        var dead = scene.newDevice("dead", token: "token-of-dead", state: .quarantined)
        dead.invalidSince = after(-86_400)
        _ = try await scene.register(dead)
        try await scene.device("mismatched", state: .quarantined)
        var quiet = scene.newDevice("quiet", token: "token-of-quiet")
        quiet.lastSeenAt = after(-200 * 86_400)
        _ = try await scene.register(quiet)
        _ = try await store.end(.active, app: app, before: after(-100 * 86_400), at: now, limit: 9)
        let gone = try await scene.device("gone")
        _ = try await store.revoke(gone.id, of: "gone", app: app, now: now)
    }
}
