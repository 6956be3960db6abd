/// Names that a provider's target shares with its simulator, the tests and the judge.
///
/// Nothing follows from them: `Scripts/check-imports` rejects them in targets that serve every provider.
extension ProviderID {
    /// Apple Push Notification service.
    public static let apns = ProviderID(rawValue: "apns")
    /// Firebase Cloud Messaging.
    public static let fcm = ProviderID(rawValue: "fcm")
    /// Expo push service.
    public static let expo = ProviderID(rawValue: "expo")
    /// Web Push (RFC 8030).
    public static let webpush = ProviderID(rawValue: "webpush")
}
