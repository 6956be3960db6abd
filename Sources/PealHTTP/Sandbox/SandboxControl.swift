public import PealCore
public import PealWire

/// What the sandbox can do, given by the composition root: the edge knows neither simulators nor phones.
public struct SandboxControl: Sendable {
    /// An app and its test key.
    public struct App: Sendable {
        /// The app.
        public var app: AppID
        /// Its test key, `sk_test_…`.
        public var secretKey: String

        /// Joins both parts.
        public init(app: AppID, secretKey: String) {
            self.app = app
            self.secretKey = secretKey
        }
    }

    /// A phone that was added.
    public struct Phone: Sendable {
        /// The sandbox's name for it.
        public var phoneID: String
        /// The device it was registered as.
        public var deviceID: DeviceID
        /// The device's key.
        public var deviceKey: String?
        /// The subscription of a browser (W3C Push API, `PushSubscriptionJSON`).
        public var subscription: JSONValue?

        /// Joins the parts.
        public init(phoneID: String, deviceID: DeviceID, deviceKey: String? = nil, subscription: JSONValue? = nil) {
            self.subscription = subscription
            self.phoneID = phoneID
            self.deviceID = deviceID
            self.deviceKey = deviceKey
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

    /// The apps with their test keys.
    public var apps: @Sendable () async throws -> [App]
    /// Mints a user's token; `nil` when there is no such app.
    public var mintToken: @Sendable (SandboxTokenBody) async throws -> String?
    /// Adds and registers a phone; `nil` when there is no such app.
    public var addPhone: @Sendable (SandboxPhoneBody) async throws -> Phone?
    /// What a phone shows; `nil` when there is no such phone.
    public var screen: @Sendable (_ phoneID: String) async throws -> JSONValue?
    /// Taps what a phone shows.
    public var tap: @Sendable (_ phoneID: String, SandboxTapBody) async throws -> TapResult
    /// Changes a phone; whether there is one.
    public var change: @Sendable (_ phoneID: String, PhoneChange) async throws -> Bool
    /// What the simulators received, oldest first, as items of the request log; `since` is an opaque cursor.
    public var pushes:
        @Sendable (_ provider: ProviderID?, _ since: String?) async throws -> (items: [JSONValue], next: String?)
    /// Adds a fault.
    public var addFault: @Sendable (SandboxFaultBody) async throws -> Void
    /// Removes every fault.
    public var clearFaults: @Sendable () async throws -> Void
    /// The virtual time.
    public var clock: @Sendable () async throws -> Timestamp
    /// Moves the clock to an instant, stepping through every due one and draining each; returns its time.
    public var moveClock: @Sendable (_ target: Timestamp) async throws -> Timestamp
    /// Waits until nothing is due or in flight; whether it came to that in time.
    public var settle: @Sendable (_ timeout: Duration) async throws -> Bool
    /// The users, phones and events of the demo; `nil` when there is no demo.
    public var scenario: @Sendable () async throws -> JSONValue?
    /// The demo's clock, its outage and the phones of an app as they are now; `nil` when there is no demo.
    public var demoState: @Sendable (AppID) async throws -> JSONValue?
    /// Starts the demo from the beginning, soon; `false` when there is no demo.
    public var resetDemo: @Sendable () async -> Bool

    /// Joins what the sandbox can do.
    public init(
        apps: @escaping @Sendable () async throws -> [App],
        mintToken: @escaping @Sendable (SandboxTokenBody) async throws -> String?,
        addPhone: @escaping @Sendable (SandboxPhoneBody) async throws -> Phone?,
        screen: @escaping @Sendable (_ phoneID: String) async throws -> JSONValue?,
        tap: @escaping @Sendable (_ phoneID: String, SandboxTapBody) async throws -> TapResult,
        change: @escaping @Sendable (_ phoneID: String, PhoneChange) async throws -> Bool,
        pushes: @escaping @Sendable (ProviderID?, String?) async throws -> (items: [JSONValue], next: String?),
        addFault: @escaping @Sendable (SandboxFaultBody) async throws -> Void,
        clearFaults: @escaping @Sendable () async throws -> Void,
        clock: @escaping @Sendable () async throws -> Timestamp,
        moveClock: @escaping @Sendable (_ target: Timestamp) async throws -> Timestamp,
        settle: @escaping @Sendable (_ timeout: Duration) async throws -> Bool,
        scenario: @escaping @Sendable () async throws -> JSONValue?,
        demoState: @escaping @Sendable (AppID) async throws -> JSONValue?,
        resetDemo: @escaping @Sendable () async -> Bool
    ) {
        self.apps = apps
        self.mintToken = mintToken
        self.addPhone = addPhone
        self.screen = screen
        self.tap = tap
        self.change = change
        self.pushes = pushes
        self.addFault = addFault
        self.clearFaults = clearFaults
        self.clock = clock
        self.moveClock = moveClock
        self.settle = settle
        self.scenario = scenario
        self.demoState = demoState
        self.resetDemo = resetDemo
    }
}
