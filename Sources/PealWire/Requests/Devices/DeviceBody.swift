public import PealCore

/// The body of `POST /users/{userId}/devices/push`.
public struct DeviceBody: RequestBody, Sendable {
    /// The push service.
    public var provider: ProviderID
    /// Its address of the device: the token, or the subscription as JSON.
    public var token: String
    /// Whether the address is a subscription.
    public var isSubscription: Bool
    /// The operating system.
    public var platform: Platform
    /// The provider's environment.
    public var environment: String?
    /// The app's version.
    public var appVersion: String?
    /// What the user allowed; a client that has a token and says nothing was allowed.
    public var permission: PushPermission
    /// Capabilities and what is allowed of them.
    public var capabilities: [String: String]
    /// The device's locale.
    public var locale: String?
    /// The device's zone.
    public var timeZone: String?
    /// The user's device whose address it takes over.
    public var replaces: String?
    /// Whether a device that the user switched off is switched on again.
    public var enabled: Bool?
    /// Whether a device that the user has gets a new device key.
    public var newDeviceKey: Bool?

    /// How it is read.
    public static var shape: Shape<DeviceBody> {
        .object { object in
            let provider = object.required("provider", .provider)
            let platform = object.required("platform", .platform)
            let traits = provider.flatMap { object.rules.providers[$0] }
            let token = token(of: traits, in: object)
            let permission = object.pushPermission() ?? .granted
            let capabilities = object.capabilities() ?? [:]
            let stated = object.optional("environment", .string(bytes: 50))
            let appVersion = object.appVersion()
            let locale = object.deviceLocale()
            let timeZone = object.deviceZone()
            let replaces = object.optional("replaces", .identifier)
            let enabled = object.optional("enabled", .yes)
            let newDeviceKey = object.optional("newDeviceKey", .bool)
            guard let provider, let traits, let platform, let token else { return nil }
            guard let environment = environment(stated, of: traits, in: object) else { return nil }
            return DeviceBody(
                provider: provider,
                token: token,
                isSubscription: traits.address == .subscription,
                platform: platform,
                environment: environment.isEmpty ? nil : environment,
                appVersion: appVersion,
                permission: permission,
                capabilities: capabilities,
                locale: locale,
                timeZone: timeZone,
                replaces: replaces,
                enabled: enabled,
                newDeviceKey: newDeviceKey
            )
        }
    }

    /// The environment of a push service that a word means, empty where none is stated; a service that lists none takes any.
    private static func environment(
        _ stated: String?,
        of traits: ProviderTraits,
        in object: ObjectReader
    ) -> String? {
        guard let stated, !stated.isEmpty else { return "" }
        guard !TextRules.hasControl(stated) else {
            object.report("must not contain control characters", at: "environment")
            return nil
        }
        if traits.environments.isEmpty { return stated }
        if let environment = traits.environment(named: stated) { return environment }
        let known = traits.environments.map { "\"\($0)\"" }.joined(separator: " or ")
        object.report("must be \(known)", at: "environment")
        return nil
    }

    /// A token, or a subscription where the push service has those; one of them and not the other.
    private static func token(of traits: ProviderTraits?, in object: ObjectReader) -> String? {
        let token = object.optional("token", .string(bytes: 4096))
        let subscription = object.optional("subscription", .subscription)
        guard let traits, traits.address == .subscription else {
            if object.has("subscription") {
                let names = object.rules.providers.withSubscriptions.map(\.id.rawValue).joined(separator: " or ")
                object.report("is only allowed with \(names)", at: "subscription")
            }
            guard let token else {
                if !object.has("token") { object.report("is required", at: "token") }
                return nil
            }
            guard isToken(token, object) else { return nil }
            return traits.map { $0.address.canonical(token) } ?? token
        }
        if object.has("token") { object.report("is not allowed with \(traits.id): send the subscription", at: "token") }
        if !object.has("subscription") { object.report("is required", at: "subscription") }
        return subscription
    }
}

extension DeviceBody {
    /// Whether a token is visible ASCII without spaces, whatever the provider (R007).
    static func isToken(_ token: String, _ object: ObjectReader) -> Bool {
        guard token.isEmpty || !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return true }
        object.report("must be visible ASCII without spaces", at: "token")
        return false
    }
}

extension Shape where Value == String {
    /// A Web Push subscription, kept as JSON with its members in order.
    static var subscription: Shape {
        .object { object in
            object.ignore("expirationTime")
            let endpoint = object.required("endpoint", .string(bytes: 2048))
            let keys = object.required("keys", Shape<[String: String]>.subscriptionKeys)
            guard let endpoint, let keys else { return nil }
            guard endpoint.lowercased().hasPrefix("https://"), endpoint.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else {
                object.report("must be an https URL", at: "endpoint")
                return nil
            }
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("endpoint", TokenIdentity.canonicalEndpoint(endpoint))
                writer.member("keys", .object(keys.mapValues(JSONValue.string)))
            }
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }
}

extension Shape where Value == [String: String] {
    fileprivate static var subscriptionKeys: Shape {
        .object { object in
            let p256dh = object.required("p256dh", .identifier)
            let auth = object.required("auth", .identifier)
            guard let p256dh, let auth else { return nil }
            return ["p256dh": p256dh, "auth": auth]
        }
    }
}
