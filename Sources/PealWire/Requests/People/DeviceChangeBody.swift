public import PealCore

/// The body of `PATCH /users/{userId}/devices/{deviceId}`: what is absent stays.
public struct DeviceChangeBody: RequestBody, Sendable {
    /// Another token.
    public var token: String?
    /// Another Web Push subscription, as JSON.
    public var subscription: String?
    /// What the person allowed.
    public var permission: PushPermission?
    /// Capabilities to set.
    public var capabilities: [String: String]?
    /// The person's own switch.
    public var enabled: Bool?

    /// How it is read.
    public static var shape: Shape<DeviceChangeBody> {
        .object { object in
            let token = object.optional("token", .string(bytes: 4096))
            let subscription = object.optional("subscription", .subscription)
            if object.has("token"), object.has("subscription") {
                object.report("is not allowed with a subscription", at: "token")
            }
            if let token, !DeviceBody.isToken(token, object) { return nil }
            return DeviceChangeBody(
                token: token,
                subscription: subscription,
                permission: object.optional("permission", Shape<PushPermission>.word()),
                capabilities: object.optional("capabilities", .capabilities),
                enabled: object.optional("enabled", .bool)
            )
        }
    }
}
