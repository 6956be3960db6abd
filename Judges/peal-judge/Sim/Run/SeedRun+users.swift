import PealCore
import PealEngine
import PealStore

/// What users do with their phones.
extension SeedRun {
    func actAsUser() async throws {
        guard let app = random.pick(world.apps), let process = alive, let user = random.pick(app.userIDs) else {
            return
        }
        let userKey = UserKey(app: app.id, user: user)
        switch random.below(18) {
        case 0..<4: try await read(userKey, process)
        case 4..<6:
            let mark: InboxMark = random.happens(0.5) ? .seen : .read
            _ = try await MarkInbox(store: process.store).markAll(
                of: user,
                app: app.id,
                as: mark,
                by: InboxAct(now: clock.now)
            )
            note("\(userKey) marks all \(mark.rawValue)")
        case 6: try await resolve(userKey, process)
        case 7..<9: try await unlessErased(userKey) { try await mute(userKey, app, process) }
        case 9..<12: try await unlessErased(userKey) { try await choose(userKey, app, process) }
        case 12..<14: try await register(app)
        case 14..<16: try await syncDevice(userKey, process)
        default: try await changeDevice(userKey, process)
        }
    }

    /// Does what a user does; one who was erased is refused until a backend puts them again.
    private func unlessErased(_ userKey: UserKey, _ act: () async throws -> Void) async throws {
        do {
            try await act()
        } catch let error as StoreError where error.code == .erased && record.erased.contains(userKey) {
            note("\(userKey) was erased, and is refused")
        }
    }

    private func read(_ userKey: UserKey, _ process: ProcessRun) async throws {
        let marks: [InboxMark] = [.seen, .read, .unread, .opened, .dismissed, .acknowledged, .deleted, .archived]
        let rows = try process.facts.notifications.filter { $0.userKey == userKey && $0.inAppReason == nil }
        guard let row = random.pick(rows), var mark = random.pick(marks) else { return }
        if mark == .archived, row.removal == InboxState.Removal.Kind.archived.rawValue { mark = .restored }
        let act = InboxAct(now: clock.now)
        _ = try await MarkInbox(store: process.store).mark(
            row.id,
            of: userKey.user,
            app: userKey.app,
            as: mark,
            by: act
        )
        note("\(userKey) marks \(row.id.rawValue.hex.suffix(8)) \(mark.rawValue)")
    }

    private func resolve(_ userKey: UserKey, _ process: ProcessRun) async throws {
        let threads = Set(try process.facts.notifications.filter { $0.userKey == userKey }.compactMap(\.thread))
        guard let thread = random.pick(threads.sorted()) else { return }
        let marks = MarkInbox(store: process.store)
        let act = InboxAct(now: clock.now)
        _ = try await marks.resolve(thread: thread, of: userKey.user, app: userKey.app, by: act)
        note("\(userKey) has read \(thread) elsewhere")
    }

    private func mute(_ userKey: UserKey, _ app: SimWorld.App, _ process: ProcessRun) async throws {
        touched.insert(userKey)
        let scope: Mute.Scope =
            random.happens(0.3) ? .all : .category(random.pick(app.catalog.categories)?.id ?? "none")
        let until: Timestamp? = clock.now + .seconds(random.within(60...12 * 3_600))
        let mute = Mute(id: ids.make(), scope: scope, until: until, createdAt: clock.now)
        _ = try await ChangePreferences(store: process.store).mute(mute, of: userKey.user, app: userKey.app)
        note("\(userKey) mutes")
    }

    private func choose(_ userKey: UserKey, _ app: SimWorld.App, _ process: ProcessRun) async throws {
        touched.insert(userKey)
        let now = clock.now
        let start = LocalTime(hour: random.below(24), minute: random.below(2) * 30)
        let end = LocalTime(hour: random.below(24), minute: random.below(2) * 30)
        let zone = random.pick(SimSetup.zoneNames)
        let category = random.pick(app.catalog.categories)?.id
        let kind = random.below(10)
        let isOn = random.happens(0.75)
        _ = try await ChangePreferences(store: process.store).update(of: userKey.user, app: userKey.app, now: now) {
            choices in
            switch kind {
            case 0..<3: choices.quietHours.enabled = .init(isOn, at: now)
            case 3..<6:
                guard let start, let end else { return }
                (choices.quietHours.start, choices.quietHours.end) = (.init(start, at: now), .init(end, at: now))
            case 6..<8: choices.quietHours.timeZone = zone.map { .init($0, at: now) }
            case 8:
                guard let category else { return }
                choices.categories[category, default: .init()].enabled = .init(isOn, at: now)
            default: choices.global["push"] = .init(isOn, at: now)
            }
        }
        note("\(userKey) chooses \(kind)")
    }

    /// A device registers: a new one, one that is known, or one that was another user's.
    func register(_ app: SimWorld.App) async throws {
        guard let user = random.pick(app.userIDs), let known = random.pick(app.tokens) else { return }
        try await register(known, user: user, of: app)
    }

    func register(_ known: (provider: ProviderID, token: String), user: UserID, of app: SimWorld.App) async throws {
        guard let process = alive else { return }
        let token = TokenOwners.Token(app: app.id, text: known.token)
        record.tokens.forget(token)
        let device = NewDevice(
            provider: known.provider,
            token: known.token,
            platform: known.provider == .webpush ? .web : .android,
            environment: nil,
            appVersion: nil,
            permission: random.happens(0.9) ? .granted : .denied,
            capabilities: random.happens(0.5) ? ["bluetooth": "granted"] : [:],
            locale: nil,
            timeZone: random.happens(0.5) ? random.pick(SimSetup.zoneNames) : nil
        )
        // Whose it was loses it, and perhaps their zone with it.
        for user in app.userIDs { touched.insert(UserKey(app: app.id, user: user)) }
        try await unlessErased(UserKey(app: app.id, user: user)) {
            _ = try await process.engine.devices.register(device, user: user, app: app.id)
            note("\(app.id)/\(user) registers \(known.token)")
            if alive?.number == process.number {
                record.tokens.registered(token, by: user)
            } else {
                record.tokens.forget(token)
            }
        }
    }

    private func changeDevice(_ userKey: UserKey, _ process: ProcessRun) async throws {
        touched.insert(userKey)
        let devices = try await process.store.devices(of: userKey.user, app: userKey.app)
        guard let device = random.pick(devices) else { return }
        if random.happens(0.4) {
            try await logOut(device.id, device.tokenHash, of: userKey, process)
        } else {
            try await switchPushes(
                device.id,
                device.tokenHash,
                of: userKey,
                on: random.happens(0.5) ? random.happens(0.7) : nil,
                permission: random.pick([.granted, .denied, .provisional]),
                process
            )
        }
    }
}
