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
    static let webpush = PushRoute(provider: "webpush", platform: "web")

    static let all = [apns, fcmAndroid, fcmApple, expoAndroid, expoApple, webpush]
    /// One of each provider.
    static let providers = [apns, fcmAndroid, expoAndroid, webpush]

    /// A lane's label in the metrics.
    func lane(of app: String) -> String { #"{app="\#(app)",provider="\#(provider)"}"# }
}

extension Person {
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
    /// People with one phone each on a route.
    func people(_ prefix: String, _ count: Int, on route: PushRoute) async throws -> [(person: Person, phone: Phone)] {
        var people: [(person: Person, phone: Phone)] = []
        for number in 0..<count {
            let person = try await person("\(prefix)-\(number)")
            people.append((person, try await person.phone(on: route)))
        }
        return people
    }
}
