import PealCore
import PealCrypto
import PealProviderKit
import PealStore

/// Makes the silent message that clears a device's screen or sets its badge (R165, R172).
struct SignalComposer: Sendable {
    let catalogs: CatalogRegistry
    let keyring: Keyring

    func message(for signal: ClaimedSignal, now: Timestamp) throws -> PushMessage {
        guard let catalog = catalogs.inForce(signal.app) else { throw MissingCatalog(app: signal.app) }
        let token = try keyring.open(signal.sealedToken, app: signal.app, context: signal.device.description)
        let badge = catalog.features.inbox ? catalog.badge == .unseen ? signal.unseen : signal.unread : nil
        let payload = PushPayload(
            op: !signal.cleared.isEmpty ? "clear" : badge == nil ? "sync" : "badge",
            id: signal.cleared.first?.id.description ?? "",
            type: "",
            category: "",
            entity: nil,
            parent: nil,
            thread: nil,
            link: "",
            badge: badge,
            badgeVersion: badge == nil ? nil : signal.badgeVersion,
            actions: [],
            cleared: signal.cleared.map { push in
                PushPayload.Cleared(
                    id: push.id.description,
                    tag: ShortKey.fit(push.collapse ?? push.identity.rawValue.hex, limit: 64)
                )
            },
            sentAt: now.rfc3339
        )
        return PushMessage(
            token: String(decoding: token, as: UTF8.self),
            platform: signal.platform,
            environment: signal.environment,
            title: "",
            body: "",
            identityTag: signal.device.rawValue.hex,
            collapseKey: nil,
            priority: .low,
            timeToLive: lifetime(of: signal, now: now),
            sound: nil,
            vibration: nil,
            androidChannel: nil,
            iosCategory: nil,
            bypassesDoNotDisturb: false,
            group: nil,
            badge: badge,
            payload: payload
        )
    }

    /// Apple keeps one push for a device that is away, the latest: a signal that waited there would cost the person the
    /// notification it pushed out.
    private func lifetime(of signal: ClaimedSignal, now: Timestamp) -> Duration {
        signal.platform == .ios ? .zero : max(signal.expiresAt - now, .zero)
    }
}
