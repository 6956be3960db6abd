public import PealCore
public import PealWire

extension SandboxControl {
    /// A phone that was added.
    public struct Phone: Sendable {
        /// The sandbox's name for it.
        public var phoneID: String
        /// The device it was registered as.
        public var deviceID: DeviceID
        /// The device's key.
        public var deviceKey: String?
        /// The hash of its address.
        public var addressHash: String?
        /// The subscription of a browser (W3C Push API, `PushSubscriptionJSON`).
        public var subscription: JSONValue?

        /// Describes a phone.
        public init(
            phoneID: String,
            deviceID: DeviceID,
            deviceKey: String? = nil,
            addressHash: String? = nil,
            subscription: JSONValue? = nil
        ) {
            self.phoneID = phoneID
            self.deviceID = deviceID
            self.deviceKey = deviceKey
            self.addressHash = addressHash
            self.subscription = subscription
        }
    }

    /// What a user does with a phone's connection or app.
    public enum PhoneChange: Sendable {
        case offline, online, uninstall
    }

    /// What became of a tap.
    public enum TapResult: Sendable {
        /// Where it leads, for example `{"link": "/reports/r1"}`.
        case tapped(JSONValue)
        /// There is no such phone.
        case noPhone
        /// The phone does not show that notification, or it has no such button.
        case notShown
    }

    /// What the sandbox does with its phones.
    public struct Phones: Sendable {
        /// Adds and registers a phone; `nil` when there is no such app.
        public var add: @Sendable (SandboxPhoneBody) async throws -> Phone?
        /// What a phone shows; `nil` when there is no such phone.
        public var screen: @Sendable (_ phoneID: String) async throws -> JSONValue?
        /// Taps what a phone shows.
        public var tap: @Sendable (_ phoneID: String, SandboxTapBody) async throws -> TapResult
        /// Changes a phone; whether there is one.
        public var change: @Sendable (_ phoneID: String, PhoneChange) async throws -> Bool
        /// What the simulators received, oldest first, as items of the request log; `since` is an opaque cursor.
        public var pushes:
            @Sendable (_ provider: ProviderID?, _ since: String?) async throws -> (items: [JSONValue], next: String?)

        /// States what phones can do.
        public init(
            add: @escaping @Sendable (SandboxPhoneBody) async throws -> Phone?,
            screen: @escaping @Sendable (_ phoneID: String) async throws -> JSONValue?,
            tap: @escaping @Sendable (_ phoneID: String, SandboxTapBody) async throws -> TapResult,
            change: @escaping @Sendable (_ phoneID: String, PhoneChange) async throws -> Bool,
            pushes: @escaping @Sendable (ProviderID?, String?) async throws -> (items: [JSONValue], next: String?)
        ) {
            self.add = add
            self.screen = screen
            self.tap = tap
            self.change = change
            self.pushes = pushes
        }
    }
}
