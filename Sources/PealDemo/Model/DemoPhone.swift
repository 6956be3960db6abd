import PealCore
import PealSandbox

/// A phone that a user of the demo starts with.
struct DemoPhone: Sendable {
    var platform: Platform
    var permission: PushPermission
    var capabilities: [String: String]
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

/// A phone as it is when the page asks.
struct DemoPhoneState: Sendable {
    var phone: VirtualPhone
    var deviceID: DeviceID

    /// As the page reads it.
    var json: JSONValue { .object(members) }

    /// With what the phone shows and has received.
    func json(showing screen: JSONValue) -> JSONValue {
        var members = members
        members["screen"] = screen
        members["received"] = .object(phone.receipts.mapValues { .string($0.rawValue) })
        return .object(members)
    }

    private var members: [String: JSONValue] {
        [
            "user": .string(phone.user), "phoneId": .string(phone.id), "deviceId": .string(deviceID.description),
            "platform": .string(phone.platform.rawValue), "provider": .string(phone.provider.rawValue),
            "permission": .string(phone.permission.rawValue), "installed": .bool(phone.isInstalled),
            "online": .bool(phone.isOnline), "capabilities": .object(phone.capabilities.mapValues { .string($0) }),
        ]
    }
}
