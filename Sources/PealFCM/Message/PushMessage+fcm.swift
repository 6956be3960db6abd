import PealCore
import PealProviderKit

extension PushMessage {
    /// Whether the app draws it: FCM's Android messages have no buttons, and on the web Firebase's own worker draws none and
    /// takes the tap, unless the app's worker says that it draws (P3).
    var isDrawnByApp: Bool {
        guard isShown else { return false }
        return switch platform {
        case .android: !payload.actions.isEmpty
        case .web: isDrawnByClient
        case .ios: false
        }
    }

    /// What a shown notification is replaced by.
    ///
    /// The catalog's collapse key where there is one, and else the notification's own tag. Every copy of a notification
    /// has the same, so a device shows one.
    var replacementTag: String { ShortKey.fit(collapseKey ?? identityTag, limit: 64) }

    /// FCM's time to live: whole seconds, at most ``longestLife``.
    var lifetimeSeconds: Int64 { lifetimeSeconds(atMost: Self.longestLife) }

    /// 28 days, in seconds.
    static let longestLife: Int64 = 2_419_200
}
