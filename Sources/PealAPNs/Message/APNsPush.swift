/// A message in Apple's words: the body, and what the headers say of it.
struct APNsPush: Sendable, Equatable {
    /// `apns-push-type`.
    enum Kind: String, Sendable {
        case alert
        case background
    }

    var kind: Kind
    /// `apns-priority`: 10 at once, 5 when it suits the device.
    var priority: Int
    /// `apns-expiration`: seconds since 1970; 0 is now or never.
    var expiration: Int64
    /// `apns-collapse-id`, at most 64 bytes.
    var collapseID: String?
    var body: [UInt8]
}
