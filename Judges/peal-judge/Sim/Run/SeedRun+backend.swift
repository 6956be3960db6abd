import PealCore
import PealEngine
import PealStore

/// What the apps' backends do.
extension SeedRun {
    /// The world's users, entities and members, and a first device for most.
    func populate() async throws {
        for app in world.apps {
            for user in app.userIDs { try await putUser(user, of: app) }
            for entity in app.entities {
                try await putEntity(entity, of: app)
                for _ in 0..<random.below(app.userIDs.count + 1) { try await putMember(of: entity, app) }
            }
            for _ in 0..<app.userIDs.count + 1 { try await register(app) }
        }
        try observe()
    }

    /// Cancels one trigger, or all of a key.
    func cancel() async throws {
        guard let process = alive else { return }
        let retracts = random.happens(0.3)
        let open = record.order.suffix(12).filter { id in
            record.asked[id].map { !$0.isCancelled && !$0.isSwept } ?? false
        }
        guard let id = random.pick(Array(open)), let asked = record.asked[id] else { return }
        if let key = asked.cancelKey, random.happens(0.5) {
            let known = record.order.filter { record.asked[$0]?.cancelKey == key && record.asked[$0]?.app == asked.app }
            for id in known { record.asked[id]?.mayBeCancelled = true }
            let resumes = known.map { record.asked[$0]?.resumes ?? 0 }
            _ = try await process.engine.cancels.cancel(key: key, app: asked.app, retracts: retracts, now: clock.now)
            guard alive?.number == process.number else { return }
            // What was resumed while this went on may have been cancelled before or after.
            for (id, times) in zip(known, resumes) where record.asked[id]?.resumes == times {
                record.asked[id]?.isCancelled = true
            }
            note("cancelled all \(key) of \(asked.app)")
        } else {
            record.asked[id]?.mayBeCancelled = true
            let report = try await process.engine.cancels.cancel(id, app: asked.app, retracts: retracts, now: clock.now)
            guard alive?.number == process.number else { return }
            guard report != nil else {
                // A sweep that is under way may just have taken it.
                try observeSweep()
                if record.asked[id]?.isSwept == false { fail("nothing-lost", "\(id) cannot be cancelled: it is gone") }
                return
            }
            if record.asked[id]?.resumes == asked.resumes { record.asked[id]?.isCancelled = true }
            note("cancelled \(id.rawValue.hex.suffix(8))")
        }
        tally.cancels += 1
    }

    /// Changes users and entities as a backend does.
    func changeDirectory() async throws {
        guard let app = random.pick(world.apps), let process = alive, let user = random.pick(app.userIDs) else {
            return
        }
        switch random.below(12) {
        case 0..<3: try await putUser(user, of: app)
        case 3..<6: if let entity = random.pick(app.entities) { try await putEntity(entity, of: app) }
        case 6..<9: if let entity = random.pick(app.entities) { try await putMember(of: entity, app) }
        case 9..<11:
            guard let entity = random.pick(app.entities) else { return }
            touched.insert(UserKey(app: app.id, user: user))
            _ = try await process.engine.entities.deleteMember(user, of: entity, app: app.id)
            note("\(user) leaves \(entity)")
        default: try await erase(UserKey(app: app.id, user: user), by: process)
        }
    }

    /// Users join what a schedule has fired for, before its time is over; whether any did.
    func joinLate() async throws -> Bool {
        guard let process = alive, random.happens(0.7) else { return false }
        var joined = false
        for open in try process.facts.triggers where open.waitsForMore {
            guard let entity = open.entity, let app = world.apps.first(where: { $0.id == open.app }) else { continue }
            for _ in 0..<random.within(1...3) { try await putMember(of: entity, app) }
            joined = true
        }
        return joined
    }

    func erase(_ userKey: UserKey, by process: ProcessRun) async throws {
        try observe()
        touched.insert(userKey)
        // Counted as gone whether or not the answer came: what was decided before may be gone too.
        record.erase(userKey)
        let tokens = record.tokens.beginErasing(userKey)
        // Triggers that came in between may name them as well.
        defer { record.unname(userKey) }
        _ = try await process.engine.users.erase(userKey.user, app: userKey.app)
        note("erased \(userKey)")
        guard alive?.number == process.number else {
            record.halfErased.insert(userKey.user)
            return
        }
        record.tokens.erased(userKey, tokens)
    }

    private func putUser(_ id: UserID, of app: SimWorld.App) async throws {
        touched.insert(UserKey(app: app.id, user: id))
        let details = UserDetails(
            locale: random.pick(app.catalog.locales),
            timeZone: random.happens(0.7) ? random.pick(SimSetup.zoneNames) : nil,
            roles: random.happens(0.2) ? ["admin"] : []
        )
        guard let process = alive else { return }
        _ = try await process.engine.users.put(id, details, app: app.id)
        note("put \(app.id)/\(id) in \(details.timeZone ?? "no zone")")
    }

    private func putEntity(_ ref: EntityRef, of app: SimWorld.App) async throws {
        moved.insert(ref)
        let patch = app.patch(of: ref, now: clock.now, random: &random)
        let entity = Entity(
            ref: ref,
            parent: patch.parent.value,
            ownerID: patch.ownerID.value,
            status: patch.status.value,
            timeZone: patch.timeZone.value,
            times: (patch.times.value ?? [:]).compactMapValues(\.self),
            attributes: ["event": .string("Lunch run"), "place": .string("Town park")],
            updatedAt: clock.now
        )
        guard let process = alive else { return }
        _ = try await ChangeEntities(store: process.store, catalogs: process.engine.ports.catalogs).put(
            entity,
            app: app.id
        )
    }

    private func putMember(of entity: EntityRef, _ app: SimWorld.App) async throws {
        guard let member = app.member(of: entity, random: &random, now: clock.now) else { return }
        touched.insert(UserKey(app: app.id, user: member.userID))
        _ = try await alive?.store.putMember(member, app: app.id)
        note("\(member.userID) joins \(entity)")
    }
}
