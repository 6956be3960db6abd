import PealCore
import PealSQL
import PealSQLite
import PealStore
import Testing

/// A store that was opened from a kept database, and the names by which its rows are found.
///
/// ``KeptScene`` gives each part users and entities of its own; identifiers are found through them, because a file that
/// a later version keeps may have others. What is here and in the calls must match every file that was ever kept.
struct KeptRows: Sendable {
    let store: SQLiteStore

    let app: AppID = "reports"
    /// The present of the rows.
    let now = Timestamp(seconds: 1_800_000_000)
    let report = EntityRef(type: "report", id: "r1")
    let radio = Channel(rawValue: "radio")
    /// A page that has room for all there is.
    let page = PageRequest(limit: 50)

    /// An instant after the present.
    func after(_ seconds: Int64) -> Timestamp { now + .seconds(seconds) }

    func event(_ id: String) -> EntityRef { EntityRef(type: "event", id: id) }

    /// The newest notification of a user, also one that the inbox does not show.
    func item(of user: UserID) async throws -> InboxItem {
        let page = try await store.heldItems(of: user, app: app, page: PageRequest(limit: 1))
        return try #require(page.items.first, "\(user) has no notification")
    }

    func notification(of user: UserID) async throws -> NotificationID { try await item(of: user).id }

    /// The trigger of a user's newest notification.
    func trigger(of user: UserID) async throws -> TriggerID { try await item(of: user).triggerID }

    /// The first device of a user.
    func device(of user: UserID) async throws -> Device {
        try #require(try await store.devices(of: user, app: app).first, "\(user) has no device")
    }

    /// What a user's newest notification sends to their first device.
    func delivery(of user: UserID) async throws -> DeliveryID {
        DeliveryID(notification: try await notification(of: user), device: try await device(of: user).id)
    }

    /// The webhook that messages wait for.
    func webhook() async throws -> WebhookID {
        let webhooks = try await store.webhooks(of: app)
        return try #require(webhooks.first { $0.webhook.url.hasSuffix("/kept") }).webhook.id
    }

    /// Room for everything.
    var budget: ClaimBudget {
        let room = QueueCapacity(critical: 50, ordinary: 50)
        return ClaimBudget(total: room, perApp: room, perQueue: room)
    }

    /// The limit that the rows of `limited` reports count under.
    var limit: SenderLimit {
        SenderLimit(
            id: "one-a-day-each",
            types: ["assigned"],
            scope: .org,
            max: 1,
            per: .day,
            zone: .org,
            onExceed: .reject
        )
    }
}
