import PealCore
import PealStore
import Testing

/// Sealed texts of notifications.
extension StoreConformance {
    static var texts: [Case] {
        [
            Case("texts that recipients share are one row, which the last of them takes along") { scene in
                let shared = try await share(["a", "b", "c"], scene)
                for user in ["a", "b", "c"] as [UserID] {
                    #expect(try await scene.inbox(user).map(\.content.text) == [shared])
                }
                let row = SealedValue(.sharedText(try #require(shared.shared)), shared.bytes)
                for user in ["a", "b"] as [UserID] {
                    #expect(try await scene.sealed(.contents, limit: 9).values == [row])
                    _ = try await scene.store.eraseUser(user, app: scene.app, now: scene.now)
                }
                #expect(try await scene.sealed(.contents, limit: 9).values == [row])
                _ = try await scene.sweep(inbox: 10, log: -10)
                #expect(try await scene.sealed(.contents, limit: 9).values.isEmpty)
            },
            Case("texts that only recipients without a row would share are not stored") { scene in
                let recipient = try await share(["a"], scene, erasing: "a")
                #expect(recipient.shared != nil)
                #expect(try await scene.sealed(.contents, limit: 9).values.isEmpty)
            },
            Case("a delivery carries the texts that its notification shares") { scene in
                for user in ["a", "b"] as [UserID] {
                    try await scene.user(user)
                    try await scene.device(user)
                }
                let shared = try await share(["a", "b"], scene)
                let claimed = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                #expect(claimed.map(\.notification.content.text) == [shared, shared])
            },
            Case("an inbox row that leaves the inbox loses its own texts, too") { scene in
                try await scene.notify(["a"])
                #expect(try await scene.sealed(.notifications, limit: 9).values.count == 1)
                _ = try await scene.sweep(inbox: 10, log: -10)
                #expect(try await scene.sealed(.notifications, limit: 9).values.isEmpty)
            },
            Case("texts are walked from the latest and replaced where they are still the same") { scene in
                for user in ["a", "b", "c"] as [UserID] { try await scene.notify([user]) }
                let first = try await scene.sealed(.notifications, limit: 2)
                #expect(first.values.map(\.sealed) == ["c", "b"].map { Array("sealed for \($0)".utf8) })
                let rest = try await scene.sealed(.notifications, after: first.next, limit: 2)
                #expect(rest.values.map(\.sealed) == [Array("sealed for a".utf8)] && rest.next == nil)
                let left = [[4], [4], Array("sealed for a".utf8)]
                try await scene.expectReplacement(of: first.values, then: left, in: .notifications)
                #expect(try await scene.inbox("c").map(\.content.text) == [SealedText(bytes: [4])])
                let shared = try await share(["d", "e"], scene)
                let row = try await scene.sealed(.contents, limit: 1)
                #expect(row.values.map(\.sealed) == [shared.bytes])
                try await scene.expectReplacement(of: row.values, then: [[4]], in: .contents)
                #expect(try await scene.inbox("e").map(\.content.text.bytes) == [[4]])
            },
        ]
    }

    /// Gives users a notification of one trigger with texts that they share.
    private static func share(_ users: [UserID], _ scene: StoreScene<Store>, erasing erased: UserID? = nil) async throws
        -> SealedText
    {
        let shared = SealedText(shared: scene.id(), bytes: Array("shared".utf8))
        for user in users { _ = try await scene.store.ensureUser(user, app: scene.app, now: scene.now) }
        try await scene.accept(scene.submission(.users(users)))
        let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
        let page = try await scene.store.recipients(of: pending, ownedTypes: [], limit: 9)
        if let erased { _ = try await scene.store.eraseUser(erased, app: scene.app, now: scene.now) }
        let notifications = page.recipients.map { recipient in
            let (inApp, push) = StoreScene<Store>.sendToAll(recipient)
            var new = scene.notification(recipient.userID, inApp: inApp, push: push)
            new.content.text = shared
            return new
        }
        try await scene.store.commit([
            FanOutPage(trigger: pending, notifications: notifications, cursor: users.last, isLast: true)
        ])
        return shared
    }
}
