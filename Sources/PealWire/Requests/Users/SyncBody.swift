public import PealCore

/// The body of `POST /users/{userId}/devices/{id}/sync`: what is absent stays.
public struct SyncBody: RequestBody, Sendable {
    /// What the app on the device is doing.
    public enum Activity: String, Sendable, CaseIterable { case launched, foreground, background }

    /// What the app is doing.
    public var state: Activity
    /// The notifications that the device shows.
    public var shown: [NotificationID]
    /// Its token.
    public var token: String?
    /// Its Web Push subscription, as JSON.
    public var subscription: String?
    /// The hash of the address that is replaced.
    public var oldAddressHash: String?
    /// What the user allowed.
    public var permission: PushPermission?
    /// Capabilities to set.
    public var capabilities: [String: String]?
    /// The app's version.
    public var appVersion: String?
    /// The device's locale.
    public var locale: String?
    /// The device's zone.
    public var timeZone: String?

    /// The most notifications that one request names.
    public static let maximumShown = 100

    /// How it is read.
    public static var shape: Shape<SyncBody> {
        .object { object in
            let state = object.required("state", Shape<Activity>.word())
            let address = DeviceChangeBody.address(in: object)
            let body = SyncBody(
                state: state ?? .background,
                shown: object.optional("shown", .array(.notification, atMost: maximumShown)) ?? [],
                token: address?.token,
                subscription: address?.subscription,
                oldAddressHash: object.optional("oldAddressHash", .identifier(bytes: 64)),
                permission: object.pushPermission(),
                capabilities: object.capabilities(),
                appVersion: object.appVersion(),
                locale: object.deviceLocale(),
                timeZone: object.deviceZone()
            )
            return state == nil || address == nil ? nil : body
        }
    }
}
