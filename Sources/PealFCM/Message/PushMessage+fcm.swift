import PealCore
import PealProviderKit

extension PushMessage {
    /// Whether the app has to draw it itself: FCM's Android messages have no buttons.
    var isDrawnByApp: Bool { platform == .android && isShown && !payload.actions.isEmpty }

    /// What a shown notification is replaced by.
    ///
    /// The catalog's collapse key where there is one, and else the notification's own tag. Every copy of a notification
    /// has the same, so a device shows one.
    var replacementTag: String { ShortKey.fit(collapseKey ?? identityTag, limit: 64) }

    /// FCM's time to live: whole seconds, 0 to 28 days.
    var lifetimeSeconds: Int64 { min(max(timeToLive.components.seconds, 0), 2_419_200) }
}
