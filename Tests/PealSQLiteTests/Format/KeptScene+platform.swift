import PealCore
import PealSQL

@testable import PealTesting

/// What an app and the server have, whoever its users are.
extension KeptScene {
    /// Keys, catalogs, the clock and queues.
    func platform() async throws {
        try await store.noteRootKey("fingerprint of the root key")
        let key = secretKey(7)
        let use = SecretKeyUse(app: app, id: key.id, at: after(60))
        try await scene.applyAll(key.adding(by: "ana") + [.key(.noteUse(use))])
        let old = secretKey(8)
        try await scene.applyAll(old.adding(by: nil) + SecretKeyRecord.revocation(of: old.id, by: "ana", at: now))
        for version in 1...2 {
            let known = DataKeyFacts(of: app, among: try await store.dataKeys())
            try await scene.applyAll(known.adding(scene.key(app, version), by: nil).changes)
        }
        try await catalogs()
        var question = ClockState.Question(system: after(9_000), trusted: now)
        question.witness = after(1)
        try await store.acceptClock(at: now)
        _ = try await store.note(ClockRecord(latest: now, acceptances: 1, question: question))
        let breaker = OpenBreaker(since: now, reason: "connection-refused", probeAt: after(9))
        try await scene.applyAll([
            .queue(.apns, .pause(at: now, by: "ana")),
            .queue(.webpush, .setTrouble(QueueTrouble(breaker: breaker, throttledUntil: after(3)))),
            .queue(.webpush, .setInvalidationBreaker(at: now)), .queue(.fcm, .noteRedrive(at: now)),
        ])
        try await store.store(
            StoredAnswer(requestHash: [1, 2], status: 202, body: Array("{\"id\":1}".utf8)),
            under: IdempotencyKey(app: app, operation: "POST /v1/triggers", key: "kept"),
            now: now
        )
        try await store.keep(DeviceSweep(day: DeviceSweep.day(of: now), devices: 9, ended: 1, waits: true), of: app)
    }

    private func secretKey(_ byte: UInt8) -> SecretKeyRecord {
        SecretKeyRecord(
            id: scene.id(),
            app: app,
            hash: [UInt8](repeating: byte, count: 32),
            scopes: ["triggers", "users:read"],
            name: "ci",
            createdAt: now,
            expiresAt: after(86_400)
        )
    }

    /// A file, a text that an operator published after it, and a draft.
    private func catalogs() async throws {
        let none = try await store.catalogFacts(of: app, asking: nil)
        try await scene.applyAll(none.publishing(file: "app: reports", hash: [1], at: now).changes)
        let texts = [
            CatalogText(yaml: "app: reports # two", author: "ben", reviewedBy: "ana", restores: 1),
            CatalogText(yaml: "app: reports # three", author: "ben", authorKey: scene.id(), isDraft: true),
        ]
        for text in texts {
            let known = try await store.catalogFacts(of: app, asking: nil)
            try await scene.applyAll(known.keeping(text, at: after(1)).changes)
        }
    }

    /// Alerts, and webhooks with messages in each state.
    func backends() async throws {
        let key = Alert.Key(.breakerOpen, "fcm")
        let firing = Alert(key, .firing, since: now, firedAt: now, value: 7, threshold: 300)
        let pending = Alert(Alert.Key(.backlogAge, "triggers"), .pending, since: now, value: 0.5, threshold: 1 / 3)
        try await scene.applyAll([
            .alert(key, from: nil, to: firing), .alert(pending.key, from: nil, to: pending),
        ])
        let message = AlertMessage(
            AlertMessage.Key("hash of a destination", app, key),
            .delivered,
            since: now,
            firedAt: now,
            value: 7,
            threshold: 300
        )
        try await store.keep([message], forgetting: [])

        var webhook = scene.webhook()
        webhook.url = "https://shop.example/kept"
        webhook.rotatesUntil = after(600)
        webhook.failures = Webhook.Failures(since: now, count: 2, heldUntil: after(60))
        var disabled = scene.webhook()
        disabled.disabled = Webhook.Disabling(.gone, at: now)
        try await scene.applyAll([webhook, disabled].map { .webhook(.add($0, below: 9)) })
        try await scene.user("sent to webhooks")
        var messages = (0..<3).map { _ in scene.message(webhook.id, user: "sent to webhooks") }
        // One that is over the backlog is dropped, and counted.
        let extra = scene.message(webhook.id)
        try await scene.applyAll([.webhook(.queue(messages + [extra], of: webhook.id, backlog: 3, at: now))])
        (messages[1].state, messages[1].dueAt, messages[1].attempts) = (.delivered, nil, 1)
        messages[1].last = .init(at: now, status: 200, reason: nil)
        (messages[2].state, messages[2].dueAt, messages[2].attempts) = (.failed, nil, 10)
        messages[2].last = .init(at: now, status: nil, reason: "read-timeout")
        try await scene.applyAll([.webhook(.finish(Array(messages.dropFirst())))])
    }
}
