public import PealCore

/// The body of `PATCH /users/{userId}/devices/{deviceId}`: what is absent stays.
public struct DeviceChangeBody: RequestBody, Sendable {
    /// Another token.
    public var token: String?
    /// Another Web Push subscription, as JSON.
    public var subscription: String?
    /// The hash of the address that is replaced.
    public var oldAddressHash: String?
    /// What the user allowed.
    public var permission: PushPermission?
    /// Capabilities to set.
    public var capabilities: [String: String]?
    /// The user's own switch.
    public var enabled: Bool?

    /// How it is read.
    public static var shape: Shape<DeviceChangeBody> {
        .object { object in
            guard let address = address(in: object) else { return nil }
            return DeviceChangeBody(
                token: address.token,
                subscription: address.subscription,
                oldAddressHash: object.optional("oldAddressHash", .identifier(bytes: 64)),
                permission: object.pushPermission(),
                capabilities: object.capabilities(),
                enabled: object.optional("enabled", .bool)
            )
        }
    }

    /// Another address: a token, a subscription or neither; `nil` when it cannot be one.
    static func address(in object: ObjectReader) -> (token: String?, subscription: String?)? {
        let token = object.optional("token", .string(bytes: 4096))
        let subscription = object.optional("subscription", .subscription)
        if object.has("token"), object.has("subscription") {
            object.report("is not allowed with a subscription", at: "token")
        }
        if let token, !DeviceBody.isToken(token, object) { return nil }
        return (token, subscription)
    }

    /// Whether it names no address.
    public var isWithoutAddress: Bool { token == nil && subscription == nil }

    /// Whether it says anything else than another address.
    public var isMoreThanAddress: Bool { permission != nil || capabilities != nil || enabled != nil }
}
