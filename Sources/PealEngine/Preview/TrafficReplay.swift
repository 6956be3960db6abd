public import PealCore
public import PealStore

/// Asks what another catalog would do with traffic that was recorded, storing nothing.
///
/// Every trigger of the window is decided twice for each of its recipients, under the catalog in force and under the other,
/// at the instant it was due, on the same snapshot of the user: as they are now, since what they were then is not
/// kept. Memory is bounded: one page of users at a time, and counts.
public struct TrafficReplay: Sendable {
    /// How much a replay looks at.
    public struct Bounds: Sendable {
        /// Triggers at most.
        public var triggers: Int
        /// Decisions under each catalog at most.
        public var decisions: Int
        /// Users named for each way of differing.
        public var examples: Int

        /// Sets the bounds.
        public init(triggers: Int = .max, decisions: Int = .max, examples: Int = 5) {
            self.triggers = triggers
            self.decisions = decisions
            self.examples = examples
        }
    }

    private static let pageSize = 200

    private let store: any TrafficStore & FanOutStore
    private let encryption: PayloadEncryption
    private let providers: @Sendable (AppID) -> Set<ProviderID>
    private let zones: @Sendable (String) -> Zone?
    private let formatting: TextFormatting

    /// Wires the replay.
    /// - Parameters:
    ///   - store: has the traffic and the users.
    ///   - encryption: opens the triggers' data.
    ///   - providers: the push services an app can send through.
    ///   - zones: the rules of a zone.
    ///   - formatting: how values are written.
    public init(
        store: any TrafficStore & FanOutStore,
        encryption: PayloadEncryption,
        providers: @escaping @Sendable (AppID) -> Set<ProviderID>,
        zones: @escaping @Sendable (String) -> Zone?,
        formatting: TextFormatting
    ) {
        self.store = store
        self.encryption = encryption
        self.providers = providers
        self.zones = zones
        self.formatting = formatting
    }

    /// Decides the recorded traffic under two catalogs.
    /// - Parameters:
    ///   - base: the catalog in force.
    ///   - candidate: the other one, of the same app.
    ///   - version: earlier versions, which know types that are gone by now.
    ///   - window: accepted at or after the first instant, and due before the second.
    ///   - bounds: where to stop.
    ///   - progress: told of the figures after each page of triggers.
    /// - Returns: what differs.
    /// - Throws: what the store says, and cancellation.
    public func run(
        base: Catalog,
        candidate: Catalog,
        version: @escaping @Sendable (Int) -> Catalog?,
        window: Range<Timestamp>,
        bounds: Bounds = Bounds(),
        progress: (TrafficDifference) -> Void = { _ in }
    ) async throws -> TrafficDifference {
        var found = TrafficDifference(examples: bounds.examples)
        found.untried = TrafficDifference.untried(base, candidate)
        var old = side(base, version)
        var new = side(candidate, version)
        var last: TriggerID?
        while true {
            let triggers = try await store.recordedTriggers(
                app: base.app,
                within: window,
                after: last,
                limit: Self.pageSize
            )
            for pending in triggers {
                try Task.checkCancellation()
                guard found.triggers < bounds.triggers, found.decisions < bounds.decisions else {
                    found.isTruncated = true
                    return found
                }
                try await replay(pending, &old, &new, bounds, &found)
            }
            progress(found)
            guard triggers.count == Self.pageSize, let end = triggers.last?.trigger.id else { return found }
            last = end
        }
    }

    private func side(_ catalog: Catalog, _ version: @escaping @Sendable (Int) -> Catalog?) -> ReplaySide {
        ReplaySide(
            catalog: catalog,
            version: version,
            providers: providers(catalog.app),
            zones: zones,
            formatting: formatting
        )
    }

    private func replay(
        _ pending: PendingTrigger,
        _ old: inout ReplaySide,
        _ new: inout ReplaySide,
        _ bounds: Bounds,
        _ found: inout TrafficDifference
    ) async throws {
        var trigger = pending.trigger
        do {
            trigger.data = try encryption.open(pending.sealedData, app: trigger.app, trigger: trigger.id)
        } catch {
            found.leftOut[pending.sealedData.isEmpty ? .data : .key, default: 0] += 1
            return
        }
        guard var before = old.prepare(pending, trigger), var after = new.prepare(pending, trigger) else {
            found.leftOut[.type, default: 0] += 1
            return
        }
        found.triggers += 1
        let owned = before.type.ownedTypes.union(after.type.ownedTypes)
        let pages = RecipientWalk(store: store, ownedTypes: owned, limit: Self.pageSize)
        var left = pages.start(pending, before.trigger)
        let sharesAudience = before.trigger.audience == after.trigger.audience
        var right = pages.start(pending, after.trigger)
        while found.decisions < bounds.decisions {
            let one = try await pages.peek(&left)
            let other = sharesAudience ? one : try await pages.peek(&right)
            guard let user = [one, other].compactMap(\.self).min(by: { $0.userID < $1.userID }) else { return }
            let isBefore = one?.userID == user.userID
            let isAfter = other?.userID == user.userID
            if isBefore { left.drop() }
            if isAfter, !sharesAudience { right.drop() }
            found.note(
                trigger.type,
                user.userID,
                from: isBefore ? old.decide(&before, user) : .notRecipient,
                to: isAfter ? new.decide(&after, user) : .notRecipient
            )
        }
        found.isTruncated = true
    }
}
