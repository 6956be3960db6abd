import PealCore
import PealCrypto
import PealEngine

/// Logouts, moved tokens, devices that are switched off and erasures, just before a push is sent.
extension SeedRun {
    /// Takes away a device, or a user, that a push waits for.
    func revoke() async throws {
        guard let life = alive else { return }
        let open = Set(try life.facts.deliveries.filter(\.isOpen).map(\.id.device))
        if try await revoke(oneOf: open, life) { tally.revocations += 1 }
    }

    /// Takes away a device, or a user, of pushes that were claimed and are not handed over yet.
    func overtake(_ devices: Set<DeviceID>) async throws {
        guard let life = alive, !isInBetween, random.happens(0.3) else { return }
        // Other changes than these are allowed to come too late for what is claimed already.
        isInBetween = true
        defer { isInBetween = false }
        if try await revoke(oneOf: devices, life), alive?.number == life.number { tally.overtaken += 1 }
    }

    private func revoke(oneOf devices: Set<DeviceID>, _ life: Life) async throws -> Bool {
        let known = try life.facts.devices.filter { devices.contains($0.id) && $0.state == "active" }
        guard let device = random.pick(known), let app = world.apps.first(where: { $0.id == device.app }) else {
            return false
        }
        let person = Person(app: app.id, user: device.user)
        switch random.below(6) {
        case 0..<2: try await logOut(device.id, device.tokenHash, of: person, life)
        case 2..<4:
            let others = app.people.filter { $0 != device.user }
            guard let known = try token(device.tokenHash, of: app), let user = random.pick(others) else { return false }
            try await register(known, user: user, of: app)
        case 4: try await switchPushes(device.id, device.tokenHash, of: person, on: false, life)
        default: try await erase(person, by: life)
        }
        return true
    }

    func logOut(_ device: DeviceID, _ hash: [UInt8]?, of person: Person, _ life: Life) async throws {
        try await leave(hash, of: person, life) {
            _ = try await life.engine.devices.revoke(device, of: person.user, app: person.app)
            return true
        }
        note("\(person) logs out")
    }

    /// Switches the pushes of a device off or on, and tells what the system permits.
    func switchPushes(
        _ device: DeviceID,
        _ hash: [UInt8]?,
        of person: Person,
        on isOn: Bool?,
        permission: PushPermission? = nil,
        _ life: Life
    ) async throws {
        try await leave(hash, of: person, life) {
            _ = try await life.engine.devices.change(
                device,
                of: person.user,
                app: person.app,
                permission: permission,
                capabilities: nil,
                enabled: isOn
            )
            // The answer shows a device as disabled while its user's master switch is off, though mandatory pushes reach it.
            return try life.facts.devices.contains { $0.id == device && $0.state == "disabled" }
        }
        note("\(person) changes a device")
    }

    /// Notes a token as nobody's once it is answered that its device gets no more pushes.
    private func leave(_ hash: [UInt8]?, of person: Person, _ life: Life, _ call: () async throws -> Bool) async throws
    {
        touched.insert(person)
        guard let app = world.apps.first(where: { $0.id == person.app }) else { return }
        let known = try token(hash, of: app)
        let token = known.map { TokenLedger.Token(app: person.app, text: $0.token) }
        if let token { ledger.tokens.forget(token) }
        let isLeft = try await call()
        guard let token else { return }
        if alive?.number != life.number { return ledger.tokens.forget(token) }
        if isLeft { ledger.tokens.left(token) }
    }

    /// The token of a hash.
    private func token(_ hash: [UInt8]?, of app: SimWorld.App) throws -> (provider: ProviderID, token: String)? {
        try app.tokens.first { try setup.keyring.tokenHash($0.token, app: app.id, provider: $0.provider) == hash }
    }
}
