import Testing

/// A way to a phone: a provider and the platform it reaches.
struct PushRoute: Sendable, CustomTestStringConvertible {
    let provider: String
    let platform: String

    var testDescription: String { "\(provider)-\(platform)" }

    /// Whether the platform is Apple's.
    var isApple: Bool { platform == "ios" }

    static let apns = PushRoute(provider: "apns", platform: "ios")
    static let fcmAndroid = PushRoute(provider: "fcm", platform: "android")
    static let fcmApple = PushRoute(provider: "fcm", platform: "ios")
    static let expoAndroid = PushRoute(provider: "expo", platform: "android")
    static let expoApple = PushRoute(provider: "expo", platform: "ios")
    /// A browser that Firebase's own service worker draws for.
    static let fcmWeb = PushRoute(provider: "fcm", platform: "web")
    static let webpush = PushRoute(provider: "webpush", platform: "web")

    static let all = [apns, fcmAndroid, fcmApple, expoAndroid, expoApple, webpush]
    /// One of each provider.
    static let providers = [apns, fcmAndroid, expoAndroid, webpush]

    /// A queue's label in the metrics.
    func queue(of app: String) -> String { #"{app="\#(app)",provider="\#(provider)"}"# }
}

extension SignedInUser {
    /// A virtual phone of theirs on a route.
    func phone(
        on route: PushRoute,
        permission: String = "granted",
        capabilities: JSON = [:]
    ) async throws -> Phone {
        try await phone(
            route.platform,
            provider: route.provider,
            permission: permission,
            capabilities: capabilities
        )
    }
}

extension Backend {
    /// Users with one phone on a route, and nothing else.
    func crowd(_ prefix: String, _ count: Int, on route: PushRoute) async throws -> [(user: String, phone: Phone)] {
        var crowd: [(user: String, phone: Phone)] = []
        for number in 0..<count {
            let answer = try await sandbox.anyone.post(
                "/sandbox/phones",
                [
                    "app": "\(app)", "user": "\(prefix)-\(number)", "provider": "\(route.provider)",
                    "platform": "\(route.platform)", "permission": "granted",
                ]
            )
            let phone = Phone(
                sandbox: sandbox,
                id: try #require(answer["phoneId"].string),
                device: try #require(answer["deviceId"].string)
            )
            crowd.append(("\(prefix)-\(number)", phone))
        }
        return crowd
    }

    /// The states of a user's devices.
    func deviceStates(_ user: String) async throws -> [String] {
        try await api.get("/api/v1/users/\(user)/devices")["items"].items.compactMap { $0["state"].string }
    }
}
