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

        /// Names an app and its key.
        public init(app: AppID, secretKey: String) {
            self.app = app
            self.secretKey = secretKey
        }
    }

    /// The apps with their test keys.
    public var apps: @Sendable () async throws -> [App]
    /// Mints a user's token; `nil` when there is no such app.
    public var mintToken: @Sendable (SandboxTokenBody) async throws -> String?
    /// The phones.
    public var phones: Phones
    /// The faults.
    public var faults: Faults
    /// The virtual time.
    public var time: Time
    /// The demo; `nil` when there is none.
    public var demo: Demo?

    /// States what every sandbox can do, and the demo where there is one.
    public init(
        apps: @escaping @Sendable () async throws -> [App],
        mintToken: @escaping @Sendable (SandboxTokenBody) async throws -> String?,
        phones: Phones,
        faults: Faults,
        time: Time,
        demo: Demo? = nil
    ) {
        self.apps = apps
        self.mintToken = mintToken
        self.phones = phones
        self.faults = faults
        self.time = time
        self.demo = demo
    }
}
