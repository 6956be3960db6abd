public import PealCore
public import PealCrypto
import PealStore

/// Registers devices: tokens are sealed before they reach the store and found again by keyed hash (R001, R004–R006).
public struct DeviceRegistration: Sendable {
    private let store: any DeviceStore & PreferenceStore
    private let catalogs: CatalogLookup
    private let providers: Providers
    private let devices: ChangeDevices
    private let keyring: Keyring
    private let ids: IDGenerator
    private let now: @Sendable () -> Timestamp
    private let tokenProblem: @Sendable (AppID, ProviderID, String) -> String?
    private let changed: @Sendable (Device) -> Void
    private let pended: @Sendable () -> Void

    /// Wires the use case.
    ///
    /// `catalogs` finds an app's catalog; `providers` are those of the installation; `tokenProblem` says what an app's provider has against a token's form; `changed` is
    /// called with a device after a change, `pended` when an
    /// address waits for a session.
    init(
        store: any DeviceStore & PreferenceStore & ChangeStore,
        revocations: Revocations,
        catalogs: @escaping CatalogLookup,
        providers: Providers,
        keyring: Keyring,
        ids: IDGenerator,
        now: @escaping @Sendable () -> Timestamp,
        tokenProblem: @escaping @Sendable (AppID, ProviderID, String) -> String?,
        changed: @escaping @Sendable (Device) -> Void = { _ in },
        pended: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        self.catalogs = catalogs
        self.providers = providers
        devices = ChangeDevices(store: store, revocations: revocations)
        self.keyring = keyring
        self.ids = ids
        self.now = now
        self.tokenProblem = tokenProblem
        self.changed = changed
        self.pended = pended
    }

    /// Registers or refreshes a device; a token another user had moves to this one.
    ///
    /// A user has at most ``UserLimits/devices``: one more revokes the one least recently seen.
    /// - Throws: ``TokenProblem`` when the token cannot be one of its provider.
    public func register(
        _ new: NewDevice,
        user: UserID,
        app: AppID
    ) async throws -> RegisteredDevice {
        if let problem = tokenProblem(app, new.provider, new.token) { throw TokenProblem(detail: problem) }
        let instant = now()
        let hashes = try hashes(of: new.token, new.provider, app)
        let key = DeviceKey.generate()
        var device = Device(
            id: ids.make(),
            userID: user,
            provider: new.provider,
            tokenHash: hashes.current,
            sealedToken: [],
            platform: new.platform,
            permission: new.permission,
            state: .active,
            createdAt: instant,
            lastSeenAt: instant
        )
        device.environment = new.environment
        device.appVersion = new.appVersion
        device.capabilities = new.capabilities
        device.locale = new.locale
        device.timeZone = new.timeZone
        device.keyHash = key.hash
        // A sealed token opens only under its device's identifier, which the plan decides. Token and hash are under one
        // version, by which both are found again when a key is replaced.
        let (options, others) = (new.options, hashes.others)
        let stored = try await devices.register(device, app: app, options: options, otherHashes: others) { id in
            try keyring.seal(Array(new.token.utf8), app: app, context: id.description, version: hashes.version)
        }
        let shown = try await self.shown([stored.device], of: user, app: app)
        return RegisteredDevice(
            device: shown.first ?? stored.device,
            created: stored.created,
            addressHash: AddressHash.of(new.token),
            key: stored.created || options.renewsKey ? key.text : nil
        )
    }

    /// The hashes that an address is stored and found by; what an earlier version stored in another spelling is found as well.
    private func hashes(of token: String, _ provider: ProviderID, _ app: AppID) throws(CryptoError) -> TokenHashes {
        var hashes = try keyring.tokenHashes(token, app: app, provider: provider)
        for alias in providers[provider]?.address.aliases(of: token) ?? [] {
            let known = try keyring.tokenHashes(alias, app: app, provider: provider)
            hashes.others += [known.current] + known.others
        }
        return hashes
    }

    /// Devices with the states that count for their user now.
    private func shown(_ devices: [Device], of user: UserID, app: AppID) async throws -> [Device] {
        guard let catalog = catalogs(app, nil), !devices.isEmpty else { return devices }
        let chosen = try await store.preferences(of: user, app: app)
        let pushIsOn = chosen.globalSwitch(.push, defaults: catalog.preferenceDefaults)
        let instant = now()
        return devices.map { $0.shown(pushIsOn: pushIsOn, at: instant, staleAfter: catalog.staleAfter) }
    }

    /// The user's devices that are not revoked.
    public func devices(of user: UserID, app: AppID) async throws -> [Device] {
        try await shown(try await store.devices(of: user, app: app), of: user, app: app)
    }

    /// The device that presents its key, and its app; `nil` when there is none, or the key is not its own.
    /// - Throws: ``StoreError``.
    public func holder(of key: DeviceKey, _ id: DeviceID) async throws -> (app: AppID, device: Device)? {
        try await store.keyHolder(id, keyHash: key.hash).map { ($0.app, $0.device) }
    }

    /// Changes what its user or its client says of a device; `nil` when the device is not the user's.
    /// - Throws: ``TokenProblem`` when the token cannot be one of the device's provider, ``StoreError``.
    public func change(
        _ id: DeviceID,
        of user: UserID,
        app: AppID,
        address: NewAddress? = nil,
        permission: PushPermission? = nil,
        capabilities: [String: String]? = nil,
        enabled: Bool? = nil,
        appVersion: String? = nil,
        locale: String? = nil,
        timeZone: String? = nil
    ) async throws -> Device? {
        let change = DeviceChange(
            id: id,
            userID: user,
            permission: permission,
            capabilities: capabilities,
            enabled: enabled,
            appVersion: appVersion,
            locale: locale,
            timeZone: timeZone,
            now: now()
        )
        let device: Device?
        if let address {
            device = try await move(id, of: user, app: app, to: address, change)
        } else {
            device = try await devices.change(change, app: app)
        }
        guard let device else { return nil }
        changed(device)
        return try await shown([device], of: user, app: app).first
    }

    private func move(
        _ id: DeviceID,
        of user: UserID,
        app: AppID,
        to address: NewAddress,
        _ change: DeviceChange
    ) async throws -> Device? {
        let stored = try await store.devices(of: user, app: app).first { $0.id == id }
        guard let stored else { return nil }
        let form = providers[stored.provider]?.address ?? .token
        guard (form == .subscription) == address.isSubscription else {
            throw TokenProblem(detail: "is not an address of \(stored.provider.rawValue)")
        }
        let token = form.canonical(address.token)
        if let problem = tokenProblem(app, stored.provider, token) { throw TokenProblem(detail: problem) }
        let hashes = try hashes(of: token, stored.provider, app)
        let sealed = try keyring.seal(
            Array(token.utf8),
            app: app,
            context: id.description,
            version: hashes.version
        )
        let moved = DeviceAddress(hash: hashes.current, otherHashes: hashes.others, sealed: sealed)
        let authority =
            address.hasSession ? .session : AddressAuthority.deviceKey(knows: try known(address, of: stored, app))
        let device = try await devices.move(moved, change, app: app, authority)
        if device?.pending != nil, stored.pending == nil { pended() }
        return device
    }

    /// The keyed hash of the address in use, when a call brings the hash of that; `nil` otherwise.
    private func known(_ address: NewAddress, of stored: Device, _ app: AppID) throws -> [UInt8]? {
        guard let hash = address.oldHash else { return nil }
        let token = try keyring.open(stored.sealedToken, app: app, context: stored.id.description)
        return AddressHash.of(String(decoding: token, as: UTF8.self)) == hash.lowercased() ? stored.tokenHash : nil
    }

    /// What a client keeps of an address that a call gave a device; `nil` when the call named none, or it waits for a session.
    public func addressHash(of address: NewAddress?, on device: Device) -> String? {
        guard let address, device.pending == nil else { return nil }
        return AddressHash.of((providers[device.provider]?.address ?? .token).canonical(address.token))
    }

    /// Revokes a device; whether there was one.
    public func revoke(_ id: DeviceID, of user: UserID, app: AppID) async throws -> Bool {
        try await devices.revoke(id, of: user, app: app, now: now())
    }
}
