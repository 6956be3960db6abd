import Testing

/// An address as another client, or another version of one, writes it.
struct OtherSpelling: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let route: PushRoute
    /// Whether both are one address.
    let isSame: Bool
    /// The body that registers the address, in the other spelling.
    let change: @Sendable (JSON) -> JSON

    static let all: [OtherSpelling] = [
        token("expo-short", .expoAndroid) { $0.replacing("ExponentPushToken[", with: "ExpoPushToken[") },
        token("expo-short-apple", .expoApple) { $0.replacing("ExponentPushToken[", with: "ExpoPushToken[") },
        token("apns-upper", .apns) { $0.uppercased() },
        token("apns-mixed", .apns) { $0.replacing("ab", with: "aB") },
        endpoint("webpush-scheme") { $0.replacing("https://", with: "HTTPS://") },
        endpoint("webpush-path", isSame: false) { $0.replacing("acceptance", with: "ACCEPTANCE") },
        token("expo-case", .expoAndroid, isSame: false) { $0.replacing("acceptance", with: "Acceptance") },
        token("fcm-case", .fcmAndroid, isSame: false) { $0.replacing("acceptance", with: "Acceptance") },
    ]

    private static func token(
        _ name: String,
        _ route: PushRoute,
        isSame: Bool = true,
        _ change: @escaping @Sendable (String) -> String
    ) -> OtherSpelling {
        OtherSpelling(testDescription: name, route: route, isSame: isSame) { body in
            body.with("token", "\(change(body["token"].string ?? ""))")
        }
    }

    private static func endpoint(
        _ name: String,
        isSame: Bool = true,
        _ change: @escaping @Sendable (String) -> String
    ) -> OtherSpelling {
        OtherSpelling(testDescription: name, route: .webpush, isSame: isSame) { body in
            let subscription = body["subscription"]
            return body.with(
                "subscription",
                subscription.with("endpoint", "\(change(subscription["endpoint"].string ?? ""))")
            )
        }
    }
}
