public import PealCore

extension Providers {
    /// The push services as the server ships them, written down once more.
    ///
    /// Tests that import only Core use this file through a symbolic link; a test of the server compares both.
    public static let shipped = Providers([
        ProviderTraits(
            id: .apns,
            name: "APNs",
            platforms: [.ios],
            address: .hexadecimalToken,
            environments: ["production", "sandbox"],
            environmentAliases: ["development": "sandbox"]
        ),
        ProviderTraits(id: .fcm, name: "FCM", collapseKeyLimit: 4, opensWebOrigin: true),
        ProviderTraits(
            id: .expo,
            name: "Expo",
            platforms: [.ios, .android],
            address: .prefixedToken("ExponentPushToken[", alias: "ExpoPushToken[")
        ),
        ProviderTraits(
            id: .webpush,
            name: "Web Push",
            platforms: [.web],
            address: .subscription,
            takesSilentPushes: false
        ),
    ])
}
