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
        /// Its address at the push service, where it is a token.
        public var token: String?
        /// The subscription of a browser (W3C Push API, `PushSubscriptionJSON`).
        public var subscription: JSONValue?

        /// Describes a phone.
        public init(
            phoneID: String,
            deviceID: DeviceID,
            deviceKey: String? = nil,
            addressHash: String? = nil,
            token: String? = nil,
            subscription: JSONValue? = nil
        ) {
            self.phoneID = phoneID
            self.deviceID = deviceID
            self.deviceKey = deviceKey
            self.addressHash = addressHash
            self.token = token
            self.subscription = subscription
        }
    }

    /// What a user does with a phone's connection or app.
    public enum PhoneChange: Sendable {
        case offline, online, kill, open, uninstall
    }

    /// Whose a phone is.
    public struct PhoneOwner: Sendable {
        /// The app on it.
        public var app: AppID
        /// The user.
        public var user: UserID
        /// The time in the sandbox.
        public var now: Timestamp

        /// Names an owner.
        public init(app: AppID, user: UserID, now: Timestamp) {
            self.app = app
            self.user = user
            self.now = now
        }
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
        /// Whose a phone is; `nil` when there is no such phone.
        public var owner: @Sendable (_ phoneID: String) async throws -> PhoneOwner?
        /// Writes what an app that stands in for a phone has to know, as JSON, until the task is cancelled: its state and the time,
        /// and each push that reached it after a number.
        public var follow:
            @Sendable (
                _ phoneID: String, _ since: UInt64, _ write: @Sendable ([UInt8]) async throws -> Void
            ) async throws -> Void
        /// What the simulators received, oldest first, as items of the request log; `since` is an opaque cursor.
        public var pushes:
            @Sendable (_ provider: ProviderID?, _ since: String?) async throws -> (items: [JSONValue], next: String?)

        /// States what phones can do.
        public init(
            add: @escaping @Sendable (SandboxPhoneBody) async throws -> Phone?,
            screen: @escaping @Sendable (_ phoneID: String) async throws -> JSONValue?,
            tap: @escaping @Sendable (_ phoneID: String, SandboxTapBody) async throws -> TapResult,
            change: @escaping @Sendable (_ phoneID: String, PhoneChange) async throws -> Bool,
            owner: @escaping @Sendable (_ phoneID: String) async throws -> PhoneOwner?,
            follow:
                @escaping @Sendable (
                    _ phoneID: String, _ since: UInt64, _ write: @Sendable ([UInt8]) async throws -> Void
                ) async throws -> Void,
            pushes: @escaping @Sendable (ProviderID?, String?) async throws -> (items: [JSONValue], next: String?)
        ) {
            self.add = add
            self.screen = screen
            self.tap = tap
            self.change = change
            self.owner = owner
            self.follow = follow
            self.pushes = pushes
        }
    }
}
