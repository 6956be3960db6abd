import PealCore
import PealCrypto
import PealProviderKit

/// Makes the silent message that clears a device's screen or sets its badge (R165, R172).
struct SyncComposer: Sendable {
    let catalogs: CatalogRegistry
    let keyring: Keyring

    func message(for push: ClaimedSync, now: Timestamp) throws -> PushMessage {
        guard let catalog = catalogs.inForce(push.app) else { throw MissingCatalog(app: push.app) }
        let token = try keyring.open(push.target.sealedToken, app: push.app, context: push.device.description)
        let badge = catalog.features.inbox ? catalog.badge == .unseen ? push.counts.unseen : push.counts.unread : nil
        var payload = PushPayload(
            op: !push.cleared.isEmpty ? "clear" : badge == nil ? "sync" : "badge",
            id: push.cleared.first?.id.description ?? "",
            type: "",
            category: "",
            link: "",
            sentAt: now.rfc3339
        )
        payload.badge = badge
        payload.badgeVersion = badge == nil ? nil : push.counts.version
        payload.cleared = push.cleared.map { cleared in
            PushPayload.Cleared(id: cleared.id.description, tag: cleared.tag)
        }
        var message = PushMessage(
            token: String(decoding: token, as: UTF8.self),
            platform: push.target.device.platform,
            title: "",
            body: "",
            identityTag: push.device.rawValue.hex,
            priority: .low,
            timeToLive: lifetime(of: push, now: now),
            payload: payload
        )
        message.environment = push.target.environment
        message.badge = badge
        return message
    }

    /// Apple stores one push for an offline device, the latest: a stored sync push would replace a notification that the
    /// user has not received yet.
    private func lifetime(of push: ClaimedSync, now: Timestamp) -> Duration {
        push.target.device.platform == .ios ? .zero : max(push.state.expiresAt - now, .zero)
    }
}

extension TaggedPush {
    /// The tag under which every provider shows the push.
    var tag: String { ShortKey.fit(collapse ?? identity.rawValue.hex, limit: 64) }
}
