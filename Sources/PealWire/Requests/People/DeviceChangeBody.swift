public import PealCore

/// The body of `PATCH /users/{userId}/devices/{deviceId}`: what is absent stays.
public struct DeviceChangeBody: RequestBody, Sendable {
    /// What the person allowed.
    public var permission: PushPermission?
    /// Capabilities to set.
    public var capabilities: [String: String]?
    /// The person's own switch.
    public var enabled: Bool?

    /// How it is read.
    public static var shape: Shape<DeviceChangeBody> {
        .object { object in
            DeviceChangeBody(
                permission: object.optional("permission", Shape<PushPermission>.word()),
                capabilities: object.optional("capabilities", .capabilities),
                enabled: object.optional("enabled", .bool)
            )
        }
    }
}
