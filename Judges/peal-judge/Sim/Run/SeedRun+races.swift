import PealCore
import PealCrypto
import PealEngine

/// Logouts, moved tokens, devices that are switched off and erasures, just before a push is sent.
extension SeedRun {
    /// Takes away a device, or a user, that a push waits for.
    func revoke() async throws {
        guard let process = alive else { return }
        let open = Set(try process.facts.deliveries.filter(\.isOpen).map(\.id.device))
        if try await revoke(oneOf: open, process) { tally.revocations += 1 }
    }

    /// Takes away a device, or a user, of pushes that were claimed and are not handed over yet.
    func overtake(_ devices: Set<DeviceID>) async throws {
        guard let process = alive, !isInBetween, random.happens(0.3) else { return }
        // Other changes than these are allowed to come too late for what is claimed already.
        isInBetween = true
        defer { isInBetween = false }
        if try await revoke(oneOf: devices, process), alive?.number == process.number { tally.overtaken += 1 }
    }

    private func revoke(oneOf devices: Set<DeviceID>, _ process: ProcessRun) async throws -> Bool {
        let known = try process.facts.devices.filter { devices.contains($0.id) && $0.state == "active" }
        guard let device = random.pick(known), let app = world.apps.first(where: { $0.id == device.app }) else {
            return false
        }
        let userKey = UserKey(app: app.id, user: device.user)
        switch random.below(6) {
        case 0..<2: try await logOut(device.id, device.tokenHash, of: userKey, process)
        case 2..<4:
            let others = app.userIDs.filter { $0 != device.user }
            guard let known = try token(device.tokenHash, of: app), let user = random.pick(others) else { return false }
            try await register(known, user: user, of: app)
        case 4: try await switchPushes(device.id, device.tokenHash, of: userKey, on: false, process)
        default: try await erase(userKey, by: process)
        }
        return true
    }

    func logOut(_ device: DeviceID, _ hash: [UInt8]?, of userKey: UserKey, _ process: ProcessRun) async throws {
        try await leave(hash, of: userKey, process) {
            _ = try await process.engine.devices.revoke(device, of: userKey.user, app: userKey.app)
            return true
        }
        note("\(userKey) logs out")
    }

    /// Switches the pushes of a device off or on, and tells what the system permits.
    func switchPushes(
        _ device: DeviceID,
        _ hash: [UInt8]?,
        of userKey: UserKey,
        on isOn: Bool?,
        permission: PushPermission? = nil,
        _ process: ProcessRun
    ) async throws {
        try await leave(hash, of: userKey, process) {
            _ = try await process.engine.devices.change(
                device,
                of: userKey.user,
                app: userKey.app,
                permission: permission,
                capabilities: nil,
                enabled: isOn
            )
            // The answer shows a device as disabled while its user's master switch is off, though mandatory pushes reach it.
            return try process.facts.devices.contains { $0.id == device && $0.state == "disabled" }
        }
        note("\(userKey) changes a device")
    }

    /// Notes a token as nobody's once it is answered that its device gets no more pushes.
    private func leave(_ hash: [UInt8]?, of userKey: UserKey, _ process: ProcessRun, _ call: () async throws -> Bool)
        async throws
    {
        touched.insert(userKey)
        guard let app = world.apps.first(where: { $0.id == userKey.app }) else { return }
        let known = try token(hash, of: app)
        let token = known.map { TokenOwners.Token(app: userKey.app, text: $0.token) }
        if let token { record.tokens.forget(token) }
        let isLeft = try await call()
        guard let token else { return }
        if alive?.number != process.number { return record.tokens.forget(token) }
        if isLeft { record.tokens.left(token) }
    }

    /// The token of a hash.
    private func token(_ hash: [UInt8]?, of app: SimWorld.App) throws -> (provider: ProviderID, token: String)? {
        try app.tokens.first { try setup.keyring.tokenHash($0.token, app: app.id, provider: $0.provider) == hash }
    }
}
