/// What sender limits are asked with: the organisations of entities, and how full windows are (R160).
///
/// Only what was asked for is there; what is missing is named by ``plan(_:dueAt:by:)``.
public struct QuotaFacts: Sendable, Equatable {
    /// The entities that were read, with their ancestors; `nil` for an unknown one.
    public var entities: [EntityRef: Organisation.Facts?] = [:]
    /// The windows that were read.
    public var uses: [QuotaWindows: Uses] = [:]

    /// The windows of a limit that begin after an instant.
    public struct Uses: Sendable, Equatable {
        /// The instant.
        public var after: Timestamp
        /// The windows in which any trigger counts.
        public var windows: [QuotaUse]

        /// States which windows were read.
        public init(after: Timestamp, windows: [QuotaUse]) {
            self.after = after
            self.windows = windows
        }
    }

    /// What the limits say.
    public enum Answer: Sendable, Equatable {
        /// They have quota left.
        case granted(QuotaPlan)
        /// One of them has none, and queues nothing.
        case refused(QuotaPlan.Refusal)
        /// This has to be read first.
        case unknown(QuotaNeeds)
    }

    /// Nothing was read.
    public init() {}
}

extension QuotaFacts {
    /// Asks the limits of a trigger.
    /// - Parameters:
    ///   - trigger: the trigger.
    ///   - dueAt: when it is to be sent.
    ///   - check: its limits.
    /// - Returns: what they say, or what has to be read before they can be asked.
    public func plan(_ trigger: Trigger, dueAt: Timestamp, by check: LimitCheck) -> Answer {
        var needs = QuotaNeeds()
        let organisation: Organisation
        do throws(Missing) {
            organisation = try self.organisation(of: trigger.entity)
        } catch {
            needs.entities = [error.entity]
            return .unknown(needs)
        }
        let scopes = check.limits.map { limit in
            limit.scope(for: trigger, organisation: organisation, appZone: check.appZone, zone: check.zone)
        }
        for scope in scopes {
            // A window may begin before the instant it holds, and be overlapped by one that begins before it.
            let after = dueAt - scope.limit.per.longest * 2
            if let read = uses[QuotaWindows(scope)], read.after <= after { continue }
            needs.windows[QuotaWindows(scope)] = min(needs.windows[QuotaWindows(scope)] ?? after, after)
        }
        guard needs.isEmpty else { return .unknown(needs) }
        let answer = QuotaPlan.make(dueAt: dueAt, scopes: scopes) { scope, window in
            (uses[QuotaWindows(scope)]?.windows ?? []).others(in: window, of: scope.limit)
        }
        switch answer {
        case .success(let plan): return .granted(plan)
        case .failure(let refusal): return .refused(refusal)
        }
    }

    /// The entities that decide whose triggers count together with those of an entity: itself and its ancestors.
    public func lineage(of entity: EntityRef?) -> [EntityRef] {
        var lineage: [EntityRef] = []
        _ = try? Organisation(of: entity) { (ref) throws(Missing) in
            lineage.append(ref)
            return try facts(of: ref)
        }
        return lineage
    }

    private struct Missing: Error {
        var entity: EntityRef
    }

    private func organisation(of entity: EntityRef?) throws(Missing) -> Organisation {
        try Organisation(of: entity) { (ref) throws(Missing) in try facts(of: ref) }
    }

    private func facts(of ref: EntityRef) throws(Missing) -> Organisation.Facts? {
        guard let known = entities[ref] else { throw Missing(entity: ref) }
        return known
    }
}

extension QuotaFacts {
    /// Adds what was read later; of what was read twice the later counts.
    public mutating func add(_ other: QuotaFacts) {
        entities.merge(other.entities) { $1 }
        uses.merge(other.uses) { $1 }
    }

    /// Counts a trigger in the windows that are planned for it, for those that are planned after it.
    mutating func reserve(_ plan: QuotaPlan) {
        for reservation in plan.reservations {
            let key = QuotaWindows(limit: reservation.limit.id, key: reservation.key)
            let (start, end) = (reservation.window.start, reservation.window.end)
            guard var known = uses[key] else { continue }
            if let index = known.windows.firstIndex(where: { $0.window.lowerBound == start }) {
                known.windows[index].used += 1
                known.windows[index].window = start..<max(end, known.windows[index].window.upperBound)
            } else {
                known.windows.append(QuotaUse(window: start..<end, used: 1, isOwn: false))
            }
            uses[key] = known
        }
    }

    /// Changes an entity, where its organisation was read.
    mutating func apply(_ patch: EntityPatch) {
        guard let known = entities[patch.ref] else { return }
        entities[patch.ref] = Organisation.Facts(
            parent: patch.parent.merged(into: known?.parent),
            timeZone: patch.timeZone.merged(into: known?.timeZone)
        )
    }
}
