import PealCore
import PealStore

/// Finds out what is known when no decision was found: of the user, the type and the triggers there were.
struct WhyFindings {
    let dependencies: WhyDependencies
    let app: AppID
    let filter: DecisionFilter
    let zone: Zone

    /// How many triggers the audience is worked out for.
    static let triggerLimit = 50
    /// How many of them are told one by one.
    static let toldLimit = 10

    /// Everything found, most telling first.
    func all() async throws -> [WhyFinding] {
        let expired = try await ExpiredFirings(dependencies: dependencies, app: app, filter: filter, zone: zone)
            .findings()
        var found = expired + (try await triggers())
        if let type = filter.type { found += try await aboutType(type) }
        if let user = filter.user { found = try await aboutUser(user, found) }
        if found.isEmpty { found.append(WhyFinding("no-decision", "No decision matches.")) }
        return found
    }

    // The user

    /// What is known of the user; what keeps them from getting anything comes first.
    private func aboutUser(_ user: UserID, _ others: [WhyFinding]) async throws -> [WhyFinding] {
        guard try await dependencies.store.user(user, app: app) != nil else {
            if let at = try await dependencies.store.erased(user, app: app) {
                // What was decided about them went with them: whether a trigger reached them is not known any more.
                let known = others.filter { !["joined-later", "not-in-audience"].contains($0.code) }
                let what = "\(user) was erased at \(zone.text(of: at)), with what was decided about them"
                return [WhyFinding("user-erased", "\(what).")] + known
            }
            return [WhyFinding("user-unknown", "Unknown user \(user).")] + others
        }
        let known = WhyFinding("user-known", "\(user) is a user of this app.")
        return others + [known, try await devices(of: user)] + (try await earlier(user))
    }

    private func devices(of user: UserID) async throws -> WhyFinding {
        let devices = try await dependencies.store.snapshot(of: user, app: app, ownedTypes: []).devices
        if devices.isEmpty { return WhyFinding("no-device", "\(user) has no device.") }
        let words = devices.prefix(10).map { device in
            let permission = device.permission.allowsPush ? "" : ", permission \(device.permission.rawValue)"
            return "\(device.provider) \(device.state.rawValue)\(permission)"
        }
        let count = counted(devices.count, "device")
        return WhyFinding("devices", "\(user) has \(count): \(words.joined(separator: "; ")).")
    }

    /// The last decision about the user before the time that was looked at.
    private func earlier(_ user: UserID) async throws -> [WhyFinding] {
        guard filter.since != nil, filter.trigger == nil else { return [] }
        let before = DecisionFilter(user: user, type: filter.type)
        guard
            let last = try await dependencies.store.decisions(app: app, filter: before, page: PageRequest(limit: 1))
                .items
                .first
        else { return [] }
        return [
            WhyFinding(
                "decided-before",
                "The last decision about \(user) is older: \(last.type) at \(zone.text(of: last.at)), trigger \(last.trigger)."
            )
        ]
    }

    // The type

    private func aboutType(_ id: TypeID) async throws -> [WhyFinding] {
        guard let catalog = dependencies.catalogs(app, nil) else { return [] }
        guard let type = catalog.type(id) else {
            return [WhyFinding("type-unknown", "The catalog in force, version \(catalog.version), has no type \(id).")]
        }
        var found = [
            type.enabled
                ? WhyFinding(
                    "type-enabled",
                    "The type \(id) is enabled in the catalog in force, version \(catalog.version)."
                )
                : WhyFinding(
                    "type-disabled",
                    "The type \(id) is disabled in the catalog in force, version \(catalog.version)."
                )
        ]
        guard filter.trigger == nil else { return found }
        let newest = try await dependencies.store.acceptedTriggers(app: app, type: id, since: nil, limit: 1).first
        if let trigger = newest?.pending.trigger {
            found.append(
                WhyFinding(
                    "last-trigger",
                    "The last trigger of \(id) is \(trigger.id) of \(zone.text(of: trigger.acceptedAt))."
                )
            )
        } else {
            found.append(
                WhyFinding("no-trigger", "No trigger of \(id) is among the last \(AcceptedTrigger.reach) of this app.")
            )
        }
        return try await found + limits(of: id, in: catalog) + firings(of: id, in: catalog)
    }

    /// Limits that keep triggers of the type out now.
    private func limits(of id: TypeID, in catalog: Catalog) async throws -> [WhyFinding] {
        var found: [WhyFinding] = []
        for limit in catalog.limits(of: id).prefix(Self.toldLimit) {
            let windows = try await dependencies.store.openWindows(
                of: limit,
                app: app,
                now: dependencies.now(),
                count: 3
            )
            for window in windows where !window.hasRoom(under: limit) {
                let fate =
                    switch limit.onExceed {
                    case .reject: "is rejected"
                    case .queue: "waits for a later window"
                    case .digest: "is digested"
                    }
                let what = "The limit \(limit.id) is reached for \(window.scope), \(window.used) of \(limit.max)"
                found.append(
                    WhyFinding("limit-reached", "\(what): a trigger before \(zone.text(of: window.end)) \(fate).")
                )
            }
        }
        return found
    }

    /// What entities' times asked for of a type that fires by itself.
    private func firings(of id: TypeID, in catalog: Catalog) async throws -> [WhyFinding] {
        guard catalog.type(id)?.schedule != nil else { return [] }
        let notes = try await dependencies.store.scheduleNotes(app: app, entity: nil, type: id, limit: 5)
        if notes.isEmpty {
            return [WhyFinding("not-planned", "\(id) is scheduled, but no entity has a time for it.")]
        }
        // What has expired is told before.
        var found: [WhyFinding] = []
        for note in notes where note.state != .skipped || note.reason != .tooLate {
            found.append(try await finding(of: note, among: notes, in: catalog))
        }
        return found
    }

    private func finding(of note: ScheduleNote, among notes: [ScheduleNote], in catalog: Catalog) async throws
        -> WhyFinding
    {
        let (id, what) = (note.type, "\(note.type) for \(note.entity)")
        let why = note.reason.map { ": \($0.rawValue)" } ?? ""
        switch note.state {
        case .waiting:
            // It is planned, and cannot be made of the entity as it is.
            if let entity = try await dependencies.store.entity(note.entity, app: app),
                let problem = ScheduleReview(catalog: catalog, notes: notes)
                    .previews(of: entity, now: dependencies.now()).first(where: { $0.type == id })?.problem
            {
                let due = "is due at \(zone.text(of: note.dueAt))"
                return WhyFinding("schedule-incomplete", "\(what) \(due) and cannot be sent: \(problem).")
            }
            return WhyFinding("schedule-waiting", "\(what) fires at \(zone.text(of: note.dueAt)).")
        case .fired:
            let trigger = note.trigger?.description ?? "a trigger"
            return WhyFinding(
                "schedule-fired",
                "\(what) was due at \(zone.text(of: note.dueAt)) and became \(trigger)."
            )
        case .skipped, .failed, .cancelled:
            return WhyFinding(
                "schedule-\(note.state.rawValue)",
                "\(what), due at \(zone.text(of: note.dueAt)), was \(note.state.rawValue)\(why)."
            )
        }
    }

    // The triggers

    private func triggers() async throws -> [WhyFinding] {
        let requests = RejectedRequestFindings(dependencies: dependencies, app: app, filter: filter, zone: zone)
        let duplicates = try await requests.duplicates()
        if let id = filter.trigger {
            guard let trigger = try await dependencies.store.acceptedTrigger(id, app: app) else {
                return [WhyLosses(dependencies: dependencies, app: app, zone: zone).unknown(id)] + duplicates
            }
            let queued = try await QueueFindings(dependencies: dependencies, app: app, zone: zone).findings(of: [id])
            return [try await about(trigger, try await audience())] + queued + duplicates
        }
        let refused = try await requests.refused()
        let recent = try await dependencies.store.acceptedTriggers(
            app: app,
            type: filter.type,
            since: filter.since,
            limit: Self.triggerLimit
        )
        guard !recent.isEmpty else {
            let what = filter.type.map { "No trigger of \($0)" } ?? "No trigger"
            let when = filter.since.map { " since \(zone.text(of: $0))" } ?? ""
            let but =
                refused.first?.rejected.map { ", but " + WhyFinding.sentence($0, zone, now: dependencies.now()) } ?? ""
            let none = WhyFinding("no-trigger-received", "\(what) was accepted\(when)\(but).")
            return [none] + refused + duplicates
        }
        let check = try await audience()
        var found: [WhyFinding] = []
        for trigger in recent.prefix(Self.toldLimit) { found.append(try await about(trigger, check)) }
        if recent.count > Self.toldLimit { found.append(try await rest(recent.dropFirst(Self.toldLimit), check)) }
        let told = recent.prefix(Self.toldLimit).map(\.pending.trigger.id)
        let queued = try await QueueFindings(dependencies: dependencies, app: app, zone: zone).findings(of: told)
        return found + queued + refused + duplicates
    }

    private func audience() async throws -> AudienceCheck? {
        guard let user = filter.user else { return nil }
        return AudienceCheck(
            user: user,
            isKnown: try await dependencies.store.user(user, app: app) != nil,
            memberships: try await dependencies.store.memberships(
                of: user,
                app: app,
                limit: AudienceCheck.membershipLimit
            )
        )
    }

    private func about(_ accepted: AcceptedTrigger, _ check: AudienceCheck?) async throws -> WhyFinding {
        let trigger = accepted.pending.trigger
        let name = "The trigger \(trigger.id) of \(zone.text(of: trigger.acceptedAt)) (\(trigger.type))"
        if let at = accepted.cancelledAt {
            let cause = accepted.revocation.map { ", because its entity \($0.words)" } ?? ""
            let when = accepted.isFannedOut ? "" : ", before every recipient was decided"
            return WhyFinding("trigger-cancelled", "\(name) was cancelled at \(zone.text(of: at))\(when)\(cause).")
        }
        if trigger.dueAt > dependencies.now(), !accepted.pending.isPlaced {
            return WhyFinding(
                "trigger-scheduled",
                "\(name) is due at \(zone.text(of: trigger.dueAt)); it is not decided earlier."
            )
        }
        if let miss = try await check?.miss(trigger.audience, pending: accepted.pending, in: dependencies.store) {
            return WhyFinding("not-in-audience", "\(name) does not include this user: \(miss).")
        }
        if let until = trigger.openUntil, accepted.pending.isPlaced || accepted.isFannedOut {
            let what = "whoever was reminded of a time close to it before is not reminded again"
            return WhyFinding(
                "not-reminded-again",
                "\(name) reaches those who join until \(zone.text(of: until)); \(what)."
            )
        }
        guard accepted.isFannedOut else {
            return WhyFinding("trigger-running", "\(name) is being fanned out; try again in a moment.")
        }
        if let losses = WhyLosses(dependencies: dependencies, app: app, zone: zone).decisions(of: trigger) {
            return WhyFinding("decisions-not-kept", "\(name) was decided, and \(losses).")
        }
        guard let check else {
            let what = "its audience was empty, or its recipients were erased"
            return WhyFinding("audience-empty", "\(name) has no known recipient: \(what).")
        }
        return WhyFinding("joined-later", "\(name) was fanned out before \(check.user) joined its audience.")
    }

    private func rest(_ recent: some Collection<AcceptedTrigger>, _ check: AudienceCheck?) async throws -> WhyFinding {
        var missed = 0
        for accepted in recent
        where try await check?.miss(
            accepted.pending.trigger.audience,
            pending: accepted.pending,
            in: dependencies.store
        )
            != nil
        {
            missed += 1
        }
        return WhyFinding(
            "more-triggers",
            "\(counted(recent.count, "more trigger")) \(recent.count == 1 ? "was" : "were") checked; "
                + "this user is not a recipient of \(missed) of \(recent.count)."
        )
    }
}

extension AudienceCheck {
    /// Why the user is not in a trigger's audience, reading the owner where it is about one.
    fileprivate func miss(_ audience: Audience, pending: PendingTrigger, in store: any WhyStore) async throws -> String?
    {
        var owner: UserID?
        if case .owner = audience, let entity = pending.trigger.entity {
            owner = try await store.entity(entity, app: pending.trigger.app)?.ownerID
        }
        return miss(audience, entity: pending.trigger.entity, parent: pending.parent, owner: owner)
    }
}
