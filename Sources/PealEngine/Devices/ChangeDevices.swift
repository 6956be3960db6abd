public import PealCore
package import PealStore

/// Registers, changes, revokes and ends devices.
///
/// Each change is planned from the user's devices, and applied only while they are still the same.
public struct ChangeDevices: Sendable {
    private let store: any DeviceStore & ChangeStore
    private let revocations: Revocations

    /// Wires the use case.
    /// - Parameters:
    ///   - store: the store.
    ///   - revocations: where the delivery loop looks, in a process that runs one.
    package init(store: any DeviceStore & ChangeStore, revocations: Revocations = Revocations()) {
        self.store = store
        self.revocations = revocations
    }

    /// Registers or refreshes a device by the hash of its token (R001, R004).
    ///
    /// A device that the user has keeps its identifier; a token of another user moves. A user with more than
    /// ``UserLimits/devices`` loses those least recently seen.
    /// - Parameters:
    ///   - new: the device under a fresh identifier; its sealed token is not looked at.
    ///   - app: its app.
    ///   - options: what the registration says of the devices that the user has.
    ///   - otherHashes: the token's hashes under other keys that are in use, by which it is known as well.
    ///   - seal: seals the token for the identifier that was decided on.
    /// - Returns: the device as stored, and whether the user did not have it before.
    /// - Throws: ``StoreError``, or what `seal` throws; then nothing is changed.
    public func register(
        _ new: Device,
        app: AppID,
        options: RegistrationOptions = RegistrationOptions(),
        otherHashes: [[UInt8]] = [],
        seal: (DeviceID) throws -> [UInt8]
    ) async throws -> (device: Device, created: Bool) {
        let user = new.userID
        let plan = try await store.applyPlanned(to: app) { _ in
            // First of all, so that whatever changes among the user's devices after this is found by the guard.
            let before = try await store.devices(of: user, app: app)
            let hashes = [new.tokenHash] + otherHashes
            let holders = try await store.holders(of: hashes, provider: new.provider, app: app)
            var plan = RegistrationPlan(
                of: new,
                holders: holders,
                devices: before,
                replacing: options.replaces,
                isEnabled: options.isEnabled,
                renewsKey: options.renewsKey,
                limit: UserLimits.devices
            )
            // Sealed again although the token is the same: the key may have been rotated since.
            plan.device.sealedToken = try seal(plan.device.id)
            let revoked = Set(plan.revoked.map(\.id))
            let kept = before.filter { !revoked.contains($0.id) && $0.id != plan.device.id }
            var changes = [Change.device(.expect(before), of: user)]
            changes += plan.revoked.map { .device(.revoke($0.id, at: new.lastSeenAt), of: $0.userID) }
            changes.append(.device(plan.isNew ? .insert(plan.device) : .replace(plan.device), of: user))
            changes += try await reevaluation(of: user, app, before, kept + [plan.device], at: new.lastSeenAt)
            return (changes, plan)
        }
        revocations.note(plan.revoked.map(\.id))
        return (plan.device, plan.isNew)
    }

    /// Gives a device another address; the old one is gone immediately (R004).
    /// - Parameters:
    ///   - address: the new address.
    ///   - change: what else changes.
    ///   - app: the app.
    ///   - authority: who says so; without enough of it the address waits for a session, and is noted in the audit log.
    /// - Returns: the device as stored; `nil` when it is not the user's.
    /// - Throws: ``StoreError``.
    func move(_ address: DeviceAddress, _ change: DeviceChange, app: AppID, _ authority: AddressAuthority) async throws
        -> Device?
    {
        let user = change.userID
        let outcome: Move? = try await store.applyPlanned(to: app) { _ in
            let before = try await store.devices(of: user, app: app)
            guard let stored = before.first(where: { $0.id == change.id }) else { return ([], nil) }
            let holders = try await store.holders(of: address.hashes, provider: stored.provider, app: app)
            guard authority.mayMove(stored, to: address, holders: holders) else {
                let waiting = stored.changed(by: change).pending(address, at: change.now)
                return (Self.pend(stored, waiting, before), .waiting(waiting))
            }
            let plan = RegistrationPlan(
                of: stored.changed(by: change).moved(to: address, at: change.now),
                holders: holders,
                devices: before,
                replacing: stored.id,
                isEnabled: change.enabled == true,
                limit: UserLimits.devices
            )
            let revoked = Set(plan.revoked.map(\.id))
            let after = before.filter { !revoked.contains($0.id) && $0.id != stored.id } + [plan.device]
            var changes = [Change.device(.expect(before), of: user)]
            changes += plan.revoked.map { .device(.revoke($0.id, at: change.now), of: $0.userID) }
            changes.append(.device(.replace(plan.device), of: user))
            changes += try await reevaluation(of: user, app, before, after, at: change.now)
            return (changes, .moved(plan))
        }
        let plan: RegistrationPlan
        switch outcome {
        case nil: return nil
        case .waiting(let device): return device
        case .moved(let moved): plan = moved
        }
        revocations.note(plan.revoked.map(\.id) + (plan.device.state == .active ? [] : [plan.device.id]))
        return plan.device
    }

    /// What became of a device that was given another address.
    private enum Move {
        case moved(RegistrationPlan)
        case waiting(Device)
    }

    /// Keeps an address that waits for a session; noted once, however often a key names one.
    private static func pend(_ stored: Device, _ waiting: Device, _ before: [Device]) -> [Change] {
        let user = stored.userID
        let changes = [Change.device(.expect(before), of: user), .device(.replace(waiting), of: user)]
        guard stored.pending == nil else { return changes }
        let note = AuditNote("address-pending", at: waiting.lastSeenAt, ["device": stored.id.description])
        return changes + [.note(.adminChanged, note, about: user)]
    }

    /// Changes permission, capabilities or the user's own switch; `nil` when the device is not the user's.
    /// - Throws: ``StoreError``.
    public func change(_ change: DeviceChange, app: AppID) async throws -> Device? {
        let user = change.userID
        let changed: Device? = try await store.applyPlanned(to: app) { _ in
            let before = try await store.devices(of: user, app: app)
            guard let index = before.firstIndex(where: { $0.id == change.id }) else { return ([], nil) }
            var after = before
            after[index] = before[index].changed(by: change)
            var changes: [Change] = [.device(.expect(before), of: user), .device(.replace(after[index]), of: user)]
            changes += try await reevaluation(of: user, app, before, after, at: change.now)
            return (changes, after[index])
        }
        if let changed, changed.state != .active { revocations.note([changed.id]) }
        return changed
    }

    /// Revokes a device on logout and forgets its token (R005).
    /// - Returns: whether the user had it.
    /// - Throws: ``StoreError``.
    public func revoke(_ id: DeviceID, of user: UserID, app: AppID, now: Timestamp) async throws -> Bool {
        guard try await store.applies([.device(.revoke(id, at: now), of: user)], to: app) else { return false }
        revocations.note([id])
        return true
    }

    /// Ends devices that are in a group since before an instant; one that changes meanwhile is left to the next call.
    /// - Parameters:
    ///   - group: how the devices age.
    ///   - app: their app.
    ///   - instant: the first instant that is too late.
    ///   - now: the instant it is; a stale device has to be found stale ``DevicePolicy/staleNotice`` before it.
    ///   - limit: how many at most, those of the longest time first.
    /// - Returns: how many there were.
    /// - Throws: ``StoreError``.
    public func end(
        _ group: AgedDevice.Group,
        app: AppID,
        before instant: Timestamp,
        at now: Timestamp,
        limit: Int
    ) async throws -> Int {
        let staleBy = now - DevicePolicy.staleNotice
        let aged = try await store.agedDevices(group, app: app, before: instant, staleBy: staleBy, limit: limit)
        guard !aged.isEmpty else { return 0 }
        let groups = aged.map { ChangeGroup(app: app, [.device(.end($0, at: now), of: $0.userID)]) }
        return try await store.apply(groups).count(where: \.isApplied)
    }

    /// The device of a group that is in it for the longest time; `nil` when there is none.
    /// - Throws: ``StoreError``.
    func oldest(_ group: AgedDevice.Group, app: AppID) async throws -> AgedDevice? {
        let last = Timestamp(milliseconds: .max)
        return try await store.agedDevices(group, app: app, before: last, staleBy: last, limit: 1).first
    }

    private func reevaluation(
        of user: UserID,
        _ app: AppID,
        _ before: [Device],
        _ after: [Device],
        at now: Timestamp
    ) async throws -> [Change] {
        guard var held = HeldReevaluation(of: user, after: before, became: after, at: now) else { return [] }
        held.waits = try await store.waits(of: user, app: app)
        return [.preferences(.reevaluate(held), of: user)]
    }
}
