import Foundation
import Logging
import PealCatalog
import PealCore
import PealCrypto
import PealEngine
import PealSQL
import PealSandbox
import PealSQLite
import PealWire
import Testing

@testable import PealDemo
@testable import PealServer

@Suite("The world of the demo")
struct DemoWorldTests {
    static let now = Timestamp(seconds: 1_795_212_000)  // 2026-11-20T22:00:00Z
    static let providers = ProviderPlugins.shipped.traits
    static let catalogs = EmbeddedAssets.catalogs.compactMap {
        CatalogReader.read(yaml: $0.1, file: $0.0, providers: providers).catalog
    }
    static let made = Result { try DemoWorld.make(now: now) }
    static var world: DemoWorld { get throws { try made.get() } }

    static let names = ["gss", "match", "nhs", "reports", "dsober"]

    private func pair(_ name: String) throws -> (Catalog, DemoApp) {
        let catalog = try #require(Self.catalogs.first { $0.app.rawValue == name })
        return (catalog, try #require(try Self.world.apps.first { $0.id == catalog.app }))
    }

    /// The triggers of an app as a strict server reads them, each with a fresh id.
    private func bodies(_ app: DemoApp) throws -> [TriggerDraft] {
        let zones = ZoneRegistry()
        let rules = ReadingRules(
            refusesUnknownMembers: true,
            providers: Self.providers,
            zoneExists: { zones.zone($0) != nil }
        )
        try #require(!app.events.isEmpty)
        let moment = app.moment(at: Self.now) { _ in [:] }
        return try app.events.map { event in
            let bytes = JSONWriter.bytes { $0.value(event.trigger.json(at: moment)) }
            let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(
                of: DemoTrigger.fresh,
                with: UUID().uuidString
            )
            return try TriggerDraft.read(Array(text.utf8), rules: rules)
        }
    }

    @Test("it has the apps of the shipped catalogs")
    func apps() throws {
        let apps = try Self.world.apps
        #expect(Self.catalogs.map(\.app.rawValue).sorted() == Self.names.sorted())
        #expect(Set(apps.map(\.id)) == Set(Self.catalogs.map(\.app)))
        // One name for an app, on the demo's page as on its hosted pages and in its notifications.
        for catalog in Self.catalogs { #expect(apps.first { $0.id == catalog.app }?.name == catalog.name) }
    }

    @Test("every type has an event", arguments: names)
    func everyType(app name: String) throws {
        let (catalog, app) = try pair(name)
        let events = app.events
        #expect(Set(events.map(\.trigger.type)) == Set(catalog.types.map(\.id)))
        #expect(Set(events.map(\.title)).count == events.count)
        #expect(events.allSatisfy { !$0.explain.isEmpty })
    }

    @Test("every event carries the variables its type declares", arguments: names)
    func variables(app name: String) throws {
        let (catalog, app) = try pair(name)
        for body in try bodies(app) {
            let type = try #require(catalog.type(body.type))
            let required = type.variables.filter { !$0.optional }.map(\.name)
            #expect(Set(required).subtracting(body.data.keys) == [], "\(type.id)")
            for (name, json) in body.data {
                let variable = try #require(type.variables.first { $0.name == name }, "\(type.id) \(name)")
                #expect(throws: Never.self, "\(type.id) \(name)") {
                    _ = try VariableValue(json: json, as: variable.type)
                }
            }
        }
    }

    @Test("every event has what its type asks for and may say", arguments: names)
    func rules(app name: String) throws {
        let (catalog, app) = try pair(name)
        for body in try bodies(app) {
            let type = try #require(catalog.type(body.type))
            if let audience = body.audience {
                #expect(type.allowedAudiences.contains(audience.kind), "\(type.id)")
                #expect(audience.kind != .all || catalog.features.broadcast, "\(type.id)")
            } else {
                #expect(type.defaultAudience != nil, "\(type.id)")
            }
            #expect(body.priority == nil || type.priority.variable, "\(type.id)")
            #expect(body.transition != nil || type.dedupe?.needsTransition != true, "\(type.id)")
            #expect(body.entity != nil || !type.uses(variable: "entityId"), "\(type.id)")
        }
    }

    @Test("entities, statuses, times and roles are those of the catalog", arguments: names)
    func entities(app name: String) throws {
        let (catalog, app) = try pair(name)
        let rules = EntityRules(catalog: catalog)
        var known: Set<EntityRef> = []
        for thing in app.entities {
            let entity = thing.entity(at: Self.now)
            let patch = EntityPatch(
                ref: entity.ref,
                parent: entity.parent,
                status: entity.status,
                times: entity.times
            )
            #expect(problems(patch, rules) == [])
            #expect(entity.parent.map(known.contains) ?? true, "\(entity.ref) comes before its parent")
            #expect(catalog.entities[entity.ref.type]?.parent == entity.parent?.type, "\(entity.ref)")
            for member in thing.memberships(at: Self.now) {
                #expect(
                    rules.problems(withRole: member.role, status: member.status, in: entity.ref.type) == [],
                    "\(member)"
                )
                #expect(app.users.contains { $0.id == member.userID }, "\(member)")
            }
            known.insert(entity.ref)
        }
        for body in try bodies(app) {
            for patch in body.entities {
                #expect(problems(patch, rules) == [])
                #expect(patch.parent.value.map(known.contains) ?? true, "\(patch.ref)")
            }
            guard let entity = body.entity else { continue }
            #expect(known.contains(entity) || body.entities.contains { $0.ref == entity }, "\(entity)")
        }
    }

    private func problems(_ patch: EntityPatch, _ rules: EntityRules) -> [EntityRules.Problem] {
        rules.problems(
            with: patch.ref,
            parent: patch.parent.value,
            status: patch.status.value,
            times: patch.times.value
        )
    }

    @Test("every event reaches a user other than its actor", arguments: names)
    func reaches(app name: String) throws {
        let (catalog, app) = try pair(name)
        for body in try bodies(app) {
            let type = try #require(catalog.type(body.type))
            let audience = try #require(body.audience ?? type.defaultAudience)
            var heard = Set(recipients(audience, of: body, in: app))
            #expect(heard.isSubset(of: app.users.map(\.id)), "\(type.id)")
            if !type.includeActor, let actor = body.actor?.id { heard.remove(actor) }
            #expect(!heard.isEmpty, "\(type.id)")
        }
    }

    private func recipients(_ audience: Audience, of body: TriggerDraft, in app: DemoApp) -> [UserID] {
        let patch = body.entities.first { $0.ref == body.entity }
        let thing = app.entities.first { $0.ref == body.entity }
        switch audience {
        case .users(let users): return users
        case .all: return app.users.map(\.id)
        case .owner: return [patch?.ownerID.value ?? thing?.ownerID].compactMap { $0 }
        case .members(let query):
            let of: EntityRef? =
                switch query.of {
                case .itself: body.entity
                case .parent: patch?.parent.value ?? thing?.parent
                case .named(let ref): ref
                }
            return (app.entities.first { $0.ref == of }?.members ?? []).filter { member in
                (query.roles.isEmpty || query.roles.contains(member.role))
                    && (query.statuses.isEmpty || member.status.map(query.statuses.contains) ?? false)
            }.map(\.user)
        }
    }

    @Test("users have phones, a locale of the app and a zone that exists", arguments: names)
    func users(app name: String) throws {
        let (catalog, app) = try pair(name)
        let users = app.users
        let zones = ZoneRegistry()
        #expect((3...6).contains(users.count))
        #expect(Set(users.map(\.id)).count == users.count)
        for demoUser in users {
            #expect(!demoUser.phones.isEmpty, "\(demoUser.id)")
            #expect(catalog.locales.contains(String(demoUser.locale.prefix(2))), "\(demoUser.id)")
            #expect(zones.zone(demoUser.timeZone) != nil, "\(demoUser.id): \(demoUser.timeZone)")
        }
        #expect(catalog.providers.contains(.fcm))
        // Who is asked about an event is where it takes place: what they read is one time.
        #expect(Set(users.map(\.timeZone)).count > 1 || name == "gss")
        #expect(Set(users.map(\.locale)).count > 1)
        let phones = users.flatMap(\.phones)
        #expect((6...8).contains(phones.count))
        #expect(phones.contains { $0.permission == .denied })
        #expect(Set(phones.map(\.platform)) == [.android, .ios, .web])
    }

    @Test("an admin of dsober allows no notifications, and a member of nhs no Bluetooth")
    func silentUsers() throws {
        let plans = try Self.world.phonePlans
        let group = try #require(try Self.world.apps.first { $0.id == "dsober" }?.entities.first)
        let admins = group.members.filter { $0.role == "admin" }.map(\.user)
        let denied = plans.filter { $0.app == "dsober" && $0.permission == .denied }.map(\.user)
        #expect(admins.count == 2)
        #expect(admins.filter(denied.contains).count == 1)
        let bluetooth = plans.filter { $0.app == "nhs" }.compactMap { $0.capabilities["bluetooth"] }
        #expect(Set(bluetooth) == ["granted", "denied"])
    }

    @Test("whenever it starts, it is night for Taylor alone", arguments: Int64(0)..<24)
    func night(hour: Int64) throws {
        let start = Self.now + .seconds(hour * 3600)
        let zones = ZoneRegistry()
        let window = try #require(Self.catalogs.first { $0.app == "match" }?.quietHours?.window)
        let match = try #require(try DemoWorld.make(now: start).apps.first { $0.id == "match" })
        for demoUser in match.users {
            let rules = try #require(zones.zone(demoUser.timeZone)).rules
            #expect(window.isQuiet(at: start, in: rules) == (demoUser.id == "taylor"), "\(demoUser.id)")
        }
    }

    @Test("notes fit in one line above a phone, whenever it starts", arguments: Int64(0)..<24)
    func notes(hour: Int64) throws {
        let users = try DemoWorld.make(now: Self.now + .seconds(hour * 3600)).apps.flatMap(\.users)
        #expect(users.filter { $0.note.isEmpty || $0.note.count >= 28 }.map(\.note) == [])
    }

    @Test("seeding twice puts the same as seeding once")
    func seeding() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "peal-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SQLiteStore.open(path: folder.appending(path: "peal.db").path, mode: .sandbox)
        let keyring = Keyring()
        let world = try Self.world
        for app in world.apps { keyring.install(.generate(), app: app.id, version: 1) }
        let catalogs = CatalogRegistry()
        for catalog in Self.catalogs { catalogs.put([catalog]) }
        let engine = Engine(
            ports: EnginePorts(
                store: store,
                clock: VirtualClock(at: Self.now),
                ids: MonotonicIDs(now: { Self.now }).generator,
                providers: ProviderRegistry(named: [:], installed: Self.providers),
                catalogs: catalogs,
                keyring: keyring,
                logger: Logger(label: "test")
            )
        )
        try await world.seed(into: engine, now: Self.now)
        try await world.seed(into: engine, now: Self.now + .seconds(3600))
        for app in world.apps {
            for demoUser in app.users {
                let user = try #require(try await store.user(demoUser.id, app: app.id))
                #expect(user.timeZone == demoUser.timeZone && user.locale == demoUser.locale)
                #expect(try await engine.users.record(of: demoUser.id, app: app.id)?.name == demoUser.name)
            }
            for thing in app.entities {
                let members = try await store.members(of: thing.ref, app: app.id, page: PageRequest(limit: 100))
                #expect(members?.items.map(\.userID.rawValue).sorted() == thing.members.map(\.user.rawValue).sorted())
            }
        }
    }

    @Test("the scenario tells each user’s phones as they stand, and times near to the moment")
    func scenario() async throws {
        let fleet = DeviceFleet { Self.now }
        let id = try fleet.add(
            app: "gss",
            user: "dana",
            provider: .apns,
            platform: .ios,
            token: "t",
            permission: .denied
        )
        let device = DeviceID(UUIDv7(milliseconds: 1, random: (0, 2)))
        let phone = DemoPhoneState(phone: try fleet.phone(id), deviceID: device)
        let json = try await Self.world.limited(to: ["match", "gss"]).scenario(
            run: "r1",
            now: Self.now,
            stored: { _, _ in [:] },
            phones: { app, user in app == "gss" && user == "dana" ? [phone] : [] }
        )
        #expect(json.object?["run"] == .string("r1"))
        let apps = try #require(json.object?["apps"]?.array)
        #expect(apps.compactMap { $0.object?["app"]?.string } == ["gss", "match"])
        let users = try #require(apps.first?.object?["people"]?.array)
        let dana = users.first { $0.object?["user"] == .string("dana") }
        #expect(dana?.object?["phones"] == .array([phone.json]))
        #expect(phone.json.object?["permission"] == .string("denied"))
        let park: JSONValue = .object(["ref": .string("event/park-run"), "name": .string("Park run")])
        #expect(apps.first?.object?["entities"] == .array([park]))
        let events = try #require(apps.first?.object?["events"]?.array)
        let reminder = events.first { $0.object?["type"] == .string("event-reminder") }
        let data = reminder?.object?["trigger"]?.object?["data"]?.object
        #expect(data?["startsAt"] == .string((Self.now + .seconds(5400)).rfc3339))
    }

    @Test(
        "what phones say of an event is when it takes place, and one that has begun takes place again",
        arguments: [(0, 5_400), (1_800, 5_400), (5_399, 5_400), (5_400, 10_800), (14_400, 19_800)]
    )
    func times(passed: Int64, startsAfter: Int64) throws {
        let app = try #require(try Self.world.apps.first { $0.id == "gss" })
        let run = try #require(app.entities.first)
        let now = Self.now + .seconds(passed)
        let moment = app.moment(at: now) { _ in run.entity(at: Self.now).times }
        let asked = app.events.filter { ["event-reminder", "eta-request"].contains($0.trigger.type.rawValue) }
        #expect(asked.count == 2)
        for event in asked {
            let body = try #require(event.trigger.json(at: moment).object)
            let put = body["entities"]?.object?["event/park-run"]?.object?["times"]?.object
            let startsAt = (Self.now + .seconds(startsAfter)).rfc3339
            #expect(put?["startsAt"] == .string(startsAt))
            #expect(body["data"]?.object?["startsAt"] == .string(startsAt))
        }
    }
}
