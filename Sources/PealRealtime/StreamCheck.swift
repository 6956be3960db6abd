import PealCore

/// Something happened after which clients may have lost the right to be connected.
struct StreamCheck: Hashable, Sendable {
    var app: AppID
    /// The user; `nil` is every user of the app: the event of an erasure does not say who.
    var user: UserID?

    /// What an event makes the hub check; `nil` for most.
    init?(_ event: Event) {
        switch event.kind {
        case .userErased: user = nil
        case .userChanged where event.user != nil: user = event.user
        default: return nil
        }
        app = event.app
    }
}
