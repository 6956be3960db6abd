public import PealCore
public import PealCrypto
public import PealStore

/// Registers devices: tokens are sealed before they reach the store and found again by keyed hash (R001, R004–R006).
public struct DeviceRegistration: Sendable {
    private let store: any DeviceStore
    private let keyring: Keyring
    private let ids: IDGenerator
    private let now: @Sendable () -> Timestamp
    private let tokenProblem: @Sendable (ProviderID, String) -> String?
    private let changed: @Sendable (Device) -> Void

    /// Wires the use case.
    ///
    /// `tokenProblem` says what a provider has against a token's form; `changed` is called with a device after a change.
    public init(
        store: any DeviceStore,
        keyring: Keyring,
        ids: IDGenerator,
        now: @escaping @Sendable () -> Timestamp,
        tokenProblem: @escaping @Sendable (ProviderID, String) -> String?,
        changed: @escaping @Sendable (Device) -> Void = { _ in }
    ) {
        self.store = store
        self.keyring = keyring
        self.ids = ids
        self.now = now
        self.tokenProblem = tokenProblem
        self.changed = changed
    }

    /// Registers or refreshes a device; a token another user had moves to this one.
    ///
    /// A person has at most ``PersonLimits/devices``: one more revokes the one least recently seen.
    /// - Throws: ``TokenProblem`` when the token cannot be one of its provider.
    public func register(
        _ new: NewDevice,
        user: UserID,
        app: AppID
    ) async throws -> (device: Device, created: Bool) {
        if let problem = tokenProblem(new.provider, new.token) { throw TokenProblem(detail: problem) }
        let instant = now()
        let device = Device(
            id: ids.make(),
            userID: user,
            provider: new.provider,
            tokenHash: try keyring.tokenHash(new.token, app: app, provider: new.provider),
            sealedToken: [],
            platform: new.platform,
            environment: new.environment,
            appVersion: new.appVersion,
            permission: new.permission,
            capabilities: new.capabilities,
            locale: new.locale,
            timeZone: new.timeZone,
            state: .active,
            createdAt: instant,
            lastSeenAt: instant
        )
        // A sealed token opens only under its device's identifier, which the store decides on.
        return try await store.register(device, app: app) { [keyring] id in
            try keyring.seal(Array(new.token.utf8), app: app, context: id.description)
        }
    }

    /// The user's devices that are not revoked.
    public func devices(of user: UserID, app: AppID) async throws -> [Device] {
        try await store.devices(of: user, app: app)
    }

    /// Changes permission, capabilities or the person's switch; `nil` when the device is not theirs.
    public func change(
        _ id: DeviceID,
        of user: UserID,
        app: AppID,
        permission: PushPermission?,
        capabilities: [String: String]?,
        enabled: Bool?
    ) async throws -> Device? {
        let change = DeviceChange(
            id: id,
            userID: user,
            permission: permission,
            capabilities: capabilities,
            enabled: enabled,
            now: now()
        )
        let device = try await store.change(change, app: app)
        if let device { changed(device) }
        return device
    }

    /// Revokes a device; whether there was one.
    public func revoke(_ id: DeviceID, of user: UserID, app: AppID) async throws -> Bool {
        try await store.revoke(id, of: user, app: app, now: now())
    }
}
