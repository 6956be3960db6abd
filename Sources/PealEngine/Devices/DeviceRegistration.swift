public import PealCore
import PealCrypto
import PealStore

/// Registers devices: tokens are sealed before they reach the store and found again by keyed hash (R001, R004–R006).
public struct DeviceRegistration: Sendable {
    private let store: any DeviceStore
    private let devices: ChangeDevices
    private let keyring: Keyring
    private let ids: IDGenerator
    private let now: @Sendable () -> Timestamp
    private let tokenProblem: @Sendable (AppID, ProviderID, String) -> String?
    private let changed: @Sendable (Device) -> Void

    /// Wires the use case.
    ///
    /// `tokenProblem` says what an app's provider has against a token's form; `changed` is called with a device after a change.
    init(
        store: any DeviceStore & ChangeStore,
        revocations: Revocations,
        keyring: Keyring,
        ids: IDGenerator,
        now: @escaping @Sendable () -> Timestamp,
        tokenProblem: @escaping @Sendable (AppID, ProviderID, String) -> String?,
        changed: @escaping @Sendable (Device) -> Void = { _ in }
    ) {
        self.store = store
        devices = ChangeDevices(store: store, revocations: revocations)
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
        if let problem = tokenProblem(app, new.provider, new.token) { throw TokenProblem(detail: problem) }
        let instant = now()
        let hashes = try keyring.tokenHashes(new.token, app: app, provider: new.provider)
        let device = Device(
            id: ids.make(),
            userID: user,
            provider: new.provider,
            tokenHash: hashes.current,
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
        // A sealed token opens only under its device's identifier, which the plan decides. Token and hash are under one
        // version, by which both are found again when a key is replaced.
        return try await devices.register(device, app: app, otherHashes: hashes.others) { id in
            try keyring.seal(Array(new.token.utf8), app: app, context: id.description, version: hashes.version)
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
        let device = try await devices.change(change, app: app)
        if let device { changed(device) }
        return device
    }

    /// Revokes a device; whether there was one.
    public func revoke(_ id: DeviceID, of user: UserID, app: AppID) async throws -> Bool {
        try await devices.revoke(id, of: user, app: app, now: now())
    }
}
