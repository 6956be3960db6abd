public import PealCore

/// The body of `POST /users/{userId}/devices/{id}/sync`: what is absent stays.
public struct SyncBody: RequestBody, Sendable {
    /// What the app on the device is doing.
    public enum Activity: String, Sendable, CaseIterable { case launched, foreground, background }

    /// What the app is doing.
    public var state: Activity
    /// The notifications that the device shows.
    public var shown: [ShownPush]
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
                shown: object.optional("shown", .array(.shownPush, atMost: maximumShown)) ?? [],
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

extension Shape<ShownPush> {
    /// The longest tag: that of a push has 64 bytes at most, and one of another sender matches none.
    private static let maximumTag = 200

    /// The id of a notification, or an object with an `id`, a `tag` or both.
    fileprivate static var shownPush: Shape {
        let object = Shape.object { object in
            ShownPush(
                id: object.optional("id", .notification),
                tag: object.optional("tag", .identifier(bytes: maximumTag))
            )
        }
        let named: Shape = object.then { push, path in
            if push.id == nil, push.tag == nil { path.report("must have an id or a tag") }
            return push.id == nil && push.tag == nil ? nil : push
        }
        return Shape { json, path in
            if case .object = json { return named.read(json, path) }
            return Shape<NotificationID>.notification.read(json, path).map { ShownPush(id: $0) }
        }
    }
}
