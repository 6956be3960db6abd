import Logging
import PealCore
import PealStore

/// Turns accepted triggers into decisions, page by page, in slices that serve critical triggers first and then apps in
/// turn (ADR 0020).
///
/// The cursor is in the store: a crash resumes where it stopped.
struct FanOut: Sendable {
    private let store: any DecisionPorts
    private let decider: PageDecider
    private let encryption: PayloadEncryption
    private let dependencies: DecisionDependencies
    private let gate: BacklogGate
    private let metrics: PipelineMetrics
    private let turn = FanOutTurn()

    /// When a trigger whose catalog or key is missing is retried.
    static let mendingTime = Duration.seconds(300)

    init(_ dependencies: DecisionDependencies, gate: BacklogGate) {
        self.dependencies = dependencies
        self.gate = gate
        store = dependencies.store
        decider = dependencies.decider
        encryption = dependencies.encryption
        metrics = dependencies.metrics
    }

    /// One slice if a critical trigger is due, for a step that is about to begin one of its own.
    func sliceOfCritical() async throws {
        let first = try await store.dueTriggers(now: dependencies.clock.now, limit: 1, after: turn.last).first
        if first?.urgency == .critical { _ = try await slice() }
    }

    /// What is due for all steps of a round, with the triggers of its slice.
    func due() async throws -> DueDecisions {
        let width = dependencies.slices.next.width
        return try await store.dueDecisions(now: dependencies.clock.now, limit: width, after: turn.last)
    }

    /// One slice; returns whether there may be more to do at once.
    /// - Parameter known: the triggers that are due, where they were just read.
    /// - Returns: whether anything was due.
    /// - Throws: ``StoreError``.
    func slice(of known: [PendingTrigger]? = nil) async throws -> Bool {
        let now = dependencies.clock.now
        let began = dependencies.slices.begin()
        let (size, width) = dependencies.slices.next
        let due: [PendingTrigger]
        if let known {
            due = known
        } else {
            due = try await store.dueTriggers(now: now, limit: width, after: turn.last)
        }
        try await count(due, width: width, now: now)
        guard !due.isEmpty else { return false }
        let pages = try await pages(of: due, recipients: size, now: now)
        dependencies.crash.pass(.beforeFanOutCommit)
        try await commit(pages)
        dependencies.crash.pass(.afterFanOutCommit)
        metrics.fanOutPages.increment(by: pages.count)
        dependencies.slices.end(began, decided: pages.reduce(0) { $0 + $1.notifications.count })
        return true
    }

    /// Writes pages in one transaction, each all or none.
    ///
    /// One whose trigger was cancelled or moved meanwhile is decided again, if it is still due.
    private func commit(_ pages: [FanOutPage]) async throws {
        let plans = pages.map(FanOutPlan.init)
        let (results, failure) = try await write(plans)
        for (plan, result) in zip(plans, results) where result.isApplied {
            let page = plan.page
            if plan.isLast { gate.add(-1, of: page.trigger.trigger.app) }
            count(page.notifications, of: page.trigger.trigger.app)
            // At a user's local time, and for who joins later, a trigger comes due for each recipient.
            guard !page.trigger.trigger.isDueByRecipient, !page.notifications.isEmpty else { continue }
            let due = max(page.trigger.trigger.acceptedAt, page.trigger.trigger.dueAt)
            metrics.latencies.decide.record(dependencies.clock.now - due, count: page.notifications.count)
        }
        if let failure { throw failure }
    }

    private func write(_ plans: [FanOutPlan]) async throws -> (results: [GroupResult], failure: StoreError?) {
        let groups = plans.map(\.group)
        let sends = plans.contains { $0.page.notifications.contains { $0.decision.push.isSend } }
        if sends, let results = try await dependencies.commit.apply(groups) { return (results, nil) }
        return try await store.applyEach(groups)
    }

    /// Counts decisions, and the recipients that no push reaches.
    private func count(_ notifications: [NewNotification], of app: AppID) {
        let counted = metrics.app(app)
        var withoutDevice = 0
        for notification in notifications {
            counted.decided(notification.decision.verdict)
            metrics.decided(notification.decision.push, of: app)
            if notification.decision.push.isWithoutDevice { withoutDevice += 1 }
        }
        let counts = [AnalyticsKey(.recipients): notifications.count, AnalyticsKey(.withoutDevice): withoutDevice]
        dependencies.tally.put(counts, of: app)
    }

    /// Tells the gate what waits: exactly of the apps all of whose due triggers were read; the others are counted now and
    /// then, up to where it changes nothing.
    private func count(_ due: [PendingTrigger], width: Int, now: Timestamp) async throws {
        let counts = Dictionary(grouping: due, by: \.trigger.app).mapValues(\.count)
        let share = Turns.share(of: width, among: counts.count)
        let isCut = due.count >= width
        let unknown = Set(counts.filter { isCut || $0.value >= share }.keys)
        if turn.begin(endingWith: due.last?.trigger.app), !unknown.isEmpty {
            gate.set(try await store.dueCounts(now: now, limit: gate.countLimit))
        } else {
            gate.set(counts, except: unknown)
        }
    }

    /// Reads and decides one page of each trigger: one snapshot for all of them, all cores for the decisions.
    private func pages(of due: [PendingTrigger], recipients: Int, now: Timestamp) async throws -> [FanOutPage] {
        let limits = SliceShares.limits(due, recipients: recipients, slice: turn.slice)
        let served = zip(due, limits).filter { $1 > 0 }.map { ($0, limit: $1) }
        let (readable, unreadable) = open(served)
        try await postpone(unreadable, until: now + Self.mendingTime)
        guard !readable.isEmpty else { return [] }
        for item in readable { try await resolveEarlier(item, now: now) }
        let ownedTypes = readable.reduce(into: Set<EntityTypeID>()) { $0.formUnion($1.rules.type.ownedTypes) }
        let found = try await store.recipientPages(
            of: readable.map(\.pending),
            ownedTypes: ownedTypes,
            limits: readable.map(\.limit)
        )
        var plain: [(Readable, RecipientPage)] = []
        var lookingBack: [(Readable, RecipientPage)] = []
        for pair in zip(readable, found) {
            if pair.0.rules.looksBack(pair.0.trigger) { lookingBack.append(pair) } else { plain.append(pair) }
        }
        let histories = try await histories(of: lookingBack, now: now)
        let share = max(1, (plain.count + dependencies.workers - 1) / dependencies.workers)
        return try await withThrowingTaskGroup(of: [FanOutPage].self) { group in
            for first in stride(from: 0, to: plain.count, by: share) {
                let part = plain[first..<min(first + share, plain.count)]
                group.addTask { try await decide(part, PushHistories(), now: now) }
            }
            // One after another: each sees what was decided before it.
            let later = lookingBack[...]
            if !later.isEmpty { group.addTask { try await decide(later, histories, now: now) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    private func postpone(_ triggers: [PendingTrigger], until instant: Timestamp) async throws {
        guard !triggers.isEmpty else { return }
        _ = try await store.apply(
            triggers.map { pending in
                let move = FanOutMove.postponing(pending.position, until: instant)
                return ChangeGroup(app: pending.trigger.app, [.moveFanOut(pending.trigger.id, move)])
            }
        )
    }

    private func histories(of pages: [(Readable, RecipientPage)], now: Timestamp) async throws -> PushHistories {
        var found = PushHistories()
        for (app, group) in Dictionary(grouping: pages, by: \.0.trigger.app) {
            var needs = HistoryNeeds()
            for (due, _) in group { needs.add(due.rules.type) }
            let users = group.reduce(into: Set<UserID>()) { $0.formUnion($1.1.recipients.map(\.userID)) }
            try await found.read(users, app: app, needs: needs, from: store, now: now)
        }
        return found
    }

    /// A due trigger with what decides it.
    private struct Readable {
        var pending: PendingTrigger
        /// Recipients of its page, at most.
        var limit: Int
        var trigger: Trigger
        var rules: PageDecider.Rules
    }

    /// What triggers share that are ruled by the same catalogs.
    private struct Ruled: Hashable {
        var app: AppID
        var type: TypeID
        var version: Int
    }

    /// Opens sealed data and finds catalogs.
    ///
    /// One unreadable trigger never stops the loop nor starves the others: it is retried later, when the
    /// operator may have mended its catalog or key.
    private func open(_ due: [(PendingTrigger, limit: Int)]) -> (readable: [Readable], unreadable: [PendingTrigger]) {
        var readable: [Readable] = []
        var unreadable: [PendingTrigger] = []
        var known: [Ruled: PageDecider.Rules] = [:]
        for (pending, limit) in due {
            var trigger = pending.trigger
            do {
                let ruled = Ruled(app: trigger.app, type: trigger.type, version: trigger.catalogVersion)
                let rules = try known[ruled] ?? decider.rules(for: trigger)
                known[ruled] = rules
                trigger.data = try encryption.open(pending.sealedData, app: trigger.app, trigger: trigger.id)
                readable.append(Readable(pending: pending, limit: limit, trigger: trigger, rules: rules))
            } catch {
                metrics.loopErrors.increment()
                dependencies.logger.error(
                    "cannot fan out a trigger",
                    metadata: ["trigger": "\(trigger.id)", "error": "\(error)"]
                )
                unreadable.append(pending)
            }
        }
        return (readable, unreadable)
    }

    @concurrent
    private func decide(
        _ part: ArraySlice<(Readable, RecipientPage)>,
        _ histories: PushHistories,
        now: Timestamp
    ) async throws -> [FanOutPage] {
        var histories = histories
        var pages: [FanOutPage] = []
        for (due, page) in part {
            let hosts = try await hosts(among: page, of: due)
            let reminded = page.firing?.reminded(again: due.rules.again) ?? []
            let (ready, waiting) = split(page, of: due, except: reminded, now: now)
            let decided = decider.decide(
                ready,
                of: due.trigger,
                parent: due.pending.parent,
                entityVersion: due.pending.entityVersion,
                rules: due.rules,
                hosts: hosts,
                histories: &histories,
                now: now
            )
            pages.append(
                FanOutPage(
                    trigger: due.pending,
                    notifications: try encryption.seal(decided, app: due.trigger.app, ids: decider.ids),
                    cursor: page.recipients.last?.userID ?? due.pending.cursor,
                    isLast: page.isLast,
                    waiting: waiting.mapValues(\.instant),
                    unknownWaiting: Set(waiting.filter { !$0.value.isKnown }.keys),
                    gone: page.gone,
                    reminded: page.recipients.map(\.userID).filter(reminded.contains),
                    firedTime: page.firing?.time,
                    others: page.others
                )
            )
        }
        return pages
    }

    /// Ends what a trigger says is over, before anybody gets it.
    private func resolveEarlier(_ item: Readable, now: Timestamp) async throws {
        guard let rule = item.rules.type.resolves, item.pending.cursor == nil, !item.pending.isPlaced else { return }
        try await dependencies.earlier.resolve(by: item.trigger, rule, now: now)
    }

    /// Who of a page hosts the event that an arrival question is about.
    private func hosts(among page: RecipientPage, of due: Readable) async throws -> Set<UserID> {
        guard let event = due.trigger.entity, let role = due.rules.hostRole(of: due.trigger) else { return [] }
        return try await store.members(
            among: Set(page.recipients.map(\.userID)),
            of: event,
            role: role,
            app: due.trigger.app
        )
    }

    /// Those of a page whose local time has come, and when it comes for each of the others.
    private func split(_ page: RecipientPage, of due: Readable, except reminded: Set<UserID>, now: Timestamp)
        -> ([RecipientSnapshot], [UserID: (instant: Timestamp, isKnown: Bool)])
    {
        let recipients =
            reminded.isEmpty ? page.recipients : page.recipients.filter { !reminded.contains($0.userID) }
        guard due.trigger.sendAtLocal != nil else { return (recipients, [:]) }
        var ready: [RecipientSnapshot] = []
        var waiting: [UserID: (instant: Timestamp, isKnown: Bool)] = [:]
        for recipient in recipients {
            if let instant = decider.localInstant(of: recipient, due.trigger, due.rules), instant > now {
                waiting[recipient.userID] = (instant, isKnown: recipient.user != nil)
            } else {
                ready.append(recipient)
            }
        }
        return (ready, waiting)
    }
}
