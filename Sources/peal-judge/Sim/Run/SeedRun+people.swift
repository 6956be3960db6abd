import PealCore
import PealEngine
import PealStore

/// What users do with their phones.
extension SeedRun {
    func actAsPerson() async throws {
        guard let app = random.pick(world.apps), let process = alive, let user = random.pick(app.people) else { return }
        let person = Person(app: app.id, user: user)
        switch random.below(18) {
        case 0..<4: try await read(person, process)
        case 4..<6:
            let mark: InboxMark = random.happens(0.5) ? .seen : .read
            _ = try await MarkInbox(store: process.store).markAll(
                of: user,
                app: app.id,
                as: mark,
                by: InboxAct(now: clock.now)
            )
            note("\(person) marks all \(mark.rawValue)")
        case 6: try await resolve(person, process)
        case 7..<9: try await unlessErased(person) { try await mute(person, app, process) }
        case 9..<12: try await unlessErased(person) { try await choose(person, app, process) }
        case 12..<14: try await register(app)
        case 14..<16: try await syncDevice(person, process)
        default: try await changeDevice(person, process)
        }
    }

    /// Does what a user does; one who was erased is refused until a backend puts them again.
    private func unlessErased(_ person: Person, _ act: () async throws -> Void) async throws {
        do {
            try await act()
        } catch let error as StoreError where error.code == .erased && record.erased.contains(person) {
            note("\(person) was erased, and is refused")
        }
    }

    private func read(_ person: Person, _ process: ProcessRun) async throws {
        let marks: [InboxMark] = [.seen, .read, .unread, .opened, .dismissed, .acknowledged, .deleted, .archived]
        let rows = try process.facts.notifications.filter { $0.person == person && $0.inAppReason == nil }
        guard let row = random.pick(rows), var mark = random.pick(marks) else { return }
        if mark == .archived, row.removal == InboxState.Removal.Kind.archived.rawValue { mark = .restored }
        let act = InboxAct(now: clock.now)
        _ = try await MarkInbox(store: process.store).mark(row.id, of: person.user, app: person.app, as: mark, by: act)
        note("\(person) marks \(row.id.rawValue.hex.suffix(8)) \(mark.rawValue)")
    }

    private func resolve(_ person: Person, _ process: ProcessRun) async throws {
        let threads = Set(try process.facts.notifications.filter { $0.person == person }.compactMap(\.thread))
        guard let thread = random.pick(threads.sorted()) else { return }
        let marks = MarkInbox(store: process.store)
        let act = InboxAct(now: clock.now)
        _ = try await marks.resolve(thread: thread, of: person.user, app: person.app, by: act)
        note("\(person) has read \(thread) elsewhere")
    }

    private func mute(_ person: Person, _ app: SimWorld.App, _ process: ProcessRun) async throws {
        touched.insert(person)
        let scope: Mute.Scope =
            random.happens(0.3) ? .all : .category(random.pick(app.catalog.categories)?.id ?? "none")
        let until: Timestamp? = clock.now + .seconds(random.within(60...12 * 3_600))
        let mute = Mute(id: ids.make(), scope: scope, until: until, createdAt: clock.now)
        _ = try await ChangePreferences(store: process.store).mute(mute, of: person.user, app: person.app)
        note("\(person) mutes")
    }

    private func choose(_ person: Person, _ app: SimWorld.App, _ process: ProcessRun) async throws {
        touched.insert(person)
        let now = clock.now
        let start = LocalTime(hour: random.below(24), minute: random.below(2) * 30)
        let end = LocalTime(hour: random.below(24), minute: random.below(2) * 30)
        let zone = random.pick(SimSetup.zoneNames)
        let category = random.pick(app.catalog.categories)?.id
        let kind = random.below(10)
        let isOn = random.happens(0.75)
        _ = try await ChangePreferences(store: process.store).update(of: person.user, app: person.app, now: now) {
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
        note("\(person) chooses \(kind)")
    }

    /// A device registers: a new one, one that is known, or one that was another user's.
    func register(_ app: SimWorld.App) async throws {
        guard let user = random.pick(app.people), let known = random.pick(app.tokens) else { return }
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
        for person in app.people { touched.insert(Person(app: app.id, user: person)) }
        try await unlessErased(Person(app: app.id, user: user)) {
            _ = try await process.engine.devices.register(device, user: user, app: app.id)
            note("\(app.id)/\(user) registers \(known.token)")
            if alive?.number == process.number {
                record.tokens.registered(token, by: user)
            } else {
                record.tokens.forget(token)
            }
        }
    }

    private func changeDevice(_ person: Person, _ process: ProcessRun) async throws {
        touched.insert(person)
        let devices = try await process.store.devices(of: person.user, app: person.app)
        guard let device = random.pick(devices) else { return }
        if random.happens(0.4) {
            try await logOut(device.id, device.tokenHash, of: person, process)
        } else {
            try await switchPushes(
                device.id,
                device.tokenHash,
                of: person,
                on: random.happens(0.5) ? random.happens(0.7) : nil,
                permission: random.pick([.granted, .denied, .provisional]),
                process
            )
        }
    }
}
