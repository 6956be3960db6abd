import PealCore

/// A phone somebody of the demo starts with.
struct DemoPhone: Sendable {
    var platform: Platform
    var permission: PushPermission = .granted
    var capabilities: [String: String] = [:]
    /// Another push service than is usual for the app.
    var provider: ProviderID?
}

/// A phone to add at the start, and whose it is.
struct DemoPhonePlan: Sendable {
    var app: AppID
    var user: UserID
    var provider: ProviderID
    var platform: Platform
    var permission: PushPermission
    var capabilities: [String: String]
}

/// A phone as it stands when the scenario is asked for.
struct DemoPhoneState: Sendable {
    var phoneID: String
    var deviceID: DeviceID?
    var platform: Platform
    var provider: ProviderID
    var permission: PushPermission
    var capabilities: [String: String] = [:]
    var isInstalled = true

    /// As the page reads it.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "phoneId": .string(phoneID), "platform": .string(platform.rawValue),
            "provider": .string(provider.rawValue), "permission": .string(permission.rawValue),
            "installed": .bool(isInstalled),
            "capabilities": .object(capabilities.mapValues { .string($0) }),
        ]
        if let deviceID { members["deviceId"] = .string(deviceID.description) }
        return .object(members)
    }
}
