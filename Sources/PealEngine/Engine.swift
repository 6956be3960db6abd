import PealCore
import PealStore
public import ServiceLifecycle

/// Every use case and every loop, wired here and nowhere else.
///
/// The server, the simulation, tests and commands that only read make one from their own ports.
public struct Engine: Sendable {
    /// What it was made from.
    public let ports: EnginePorts
    /// Counts what the loops do.
    public let metrics: PipelineMetrics
    /// The queues of every app and push service.
    public let queues: QueueRegistry
    /// Who used an app lately.
    public let activity = RecentActivity()
    /// Which threads users are looking at.
    public let views = LiveViews()
    /// Of which events hosts have the board open.
    public let boardViews = LiveViews()

    /// Lets pushes go that waited for a thread that nobody looks at any more.
    public let viewedThreads: ViewedThreads

    /// Knows the secret keys of all apps.
    public let keys: SecretKeyring
    /// Makes links to the analytics page.
    public let analyticsLinks: AnalyticsLinks
    /// Keeps answers under idempotency keys.
    public let answers: IdempotentAnswers
    /// Puts, finds and erases users.
    public let users: Users
    /// Puts, finds and deletes entities and members.
    public let entities: Entities
    /// Reports on triggers.
    public let triggers: TriggerReports
    /// Accepts triggers.
    public let intake: TriggerIntake
    /// Cancels triggers.
    public let cancels: CancelTriggers
    /// Moves triggers to another time.
    public let moves: TriggerMoves
    /// Puts users.
    public let putUser: PutUser
    /// Looks whether pushes reach users.
    public let reachability: UserReachability
    /// Registers devices.
    public let devices: DeviceRegistration
    /// Puts and shows addresses in channels next to push and the inbox.
    public let channelAddresses: ChannelAddresses
    /// Answers what devices have to know.
    public let deviceSync: DeviceSync
    /// Shows and changes preferences.
    public let preferences: PreferenceCenter
    /// Shows and marks notifications.
    public let inbox: Inbox
    /// Takes replies of participants.
    public let etaReplies: EtaReplies
    /// Takes the actions of notifications.
    public let actions: TakeActions
    /// Shows hosts who arrives when.
    public let etaBoards: EtaBoards
    /// Shows what analytics say.
    public let analytics: AnalyticsReports
    /// Puts and shows webhooks.
    public let webhooks: Webhooks
    /// Shows and tests alerts.
    public let alerts: Alerts
    /// Exports what is stored about a user.
    public let export: UserExport
    /// Writes and reads audit logs.
    public let audit: AuditLog
    /// Takes what clients claim.
    public let auditClaims: AuditClaims
    /// Explains decisions.
    public let why: Why
    /// Finds versions of catalogs.
    public let catalogVersions: CatalogVersions
    /// Renders what a device would show.
    public let preview: CatalogPreview
    /// Publishes catalogs.
    public let publisher: CatalogPublisher
    /// Tries catalogs on recorded traffic.
    public let replay: TrafficReplay

    /// Decides: fan-out, releases, closings of digest windows.
    public let decisions: DecisionLoop
    /// Sends.
    public let delivery: DeliveryLoop
    /// Sends in channels next to push and the inbox.
    public let channels: ChannelLoop
    /// Asks for receipts.
    public let receipts: ReceiptLoop
    /// Sends pushes once more to devices that were off.
    public let redeliveries: RedeliveryLoop
    /// Looks whether pushes reach users, when something changed.
    public let reachabilityLoop: ReachabilityLoop
    /// Plans silent sync pushes.
    public let sync: SyncLoop
    /// Reads the event log for analytics.
    public let analyticsLoop: AnalyticsLoop
    /// Export analytics events and traces.
    public let exports: [OTLPLoop]
    /// Measures alerts.
    public let alerting: AlertLoop
    /// Notifies operators of alerts.
    public let alertMessages: AlertMessageLoop
    /// Writes audit logs, and signs their checkpoints.
    public let auditing: AuditLoop
    /// Fires schedules.
    public let schedules: ScheduleLoop
    /// Takes unreachable devices out of use.
    public let deviceSweeper: DeviceSweeper
    /// Deletes what expired, finishes what a crash interrupted.
    public let sweeper: Sweeper
    /// Sends outgoing events.
    public let outgoing: WebhookLoop
    /// Deletes what is older than its retention.
    public let retention: RetentionSweeper

    /// Wires everything; nothing runs yet.
    public init(ports: EnginePorts) {
        let (store, clock, now, catalogs) = (ports.store, ports.clock, ports.now, ports.catalogs)
        let (ids, zones, providers, work) = (ports.ids, ports.zones, ports.providers, ports.work)
        let (crash, logger) = (ports.crash, ports.logger)
        let metrics = PipelineMetrics(uptime: ports.uptime)
        // With zeros from the start: nobody waits for an app's first trigger to see its line.
        for app in catalogs.apps { _ = metrics.app(app) }
        let limits = providers.limits.merging(ports.limits.queues) { $1 }
        let queues = QueueRegistry(maximumInFlight: ports.limits.maximumInFlight, limits: limits)
        let revocations = Revocations()
        let gate = BacklogGate(bound: ports.limits.backlog)
        let encryption = PayloadEncryption(keyring: ports.keyring)
        let formatting = TextFormatting()
        let tally = TriggerTally()
        let planner = SchedulePlanner(store: store, catalogs: catalogs, now: now)
        let unreadZones = UnreadZones(logger: ports.logger)
        let decider = PageDecider(
            catalogs: catalogs,
            providers: { providers.available($0) },
            zones: zones,
            unreadZone: { unreadZones.note($1, app: $0) },
            formatting: formatting,
            ids: ids,
            lastActive: { [activity] app, user in activity.last(user, app: app) },
            viewed: { [views] app, user in views.shown(to: user, app: app) },
            boards: { [boardViews] app, user in boardViews.shown(to: user, app: app) }
        )
        self.ports = ports
        self.metrics = metrics
        self.queues = queues
        keys = SecretKeyring(store: store, now: now)
        analyticsLinks = AnalyticsLinks(ids: ids) { [keys] in try await keys.add($0, by: $1) }
        answers = IdempotentAnswers(store: store, keyring: ports.keyring, now: now)
        audit = AuditLog(store: store, key: ports.auditKey, now: now) { acts in
            for act in acts { act.write(to: logger) }
        }
        users = Users(store: store, audit: audit, encryption: encryption, revocations: revocations, now: now)
        entities = Entities(store: store, catalogs: catalogs, encryption: encryption, now: now)
        triggers = TriggerReports(store: store)
        intake = TriggerIntake(
            ports: ports,
            encryption: encryption,
            gate: gate,
            metrics: metrics,
            preview: DecisionPreview(store: store, decider: decider, now: now),
            tally: tally
        )
        cancels = CancelTriggers(store: store)
        moves = TriggerMoves(store: store, catalogs: catalogs, zones: zones, now: now)
        putUser = PutUser(store: store)
        viewedThreads = ViewedThreads(store: store, views: views, catalogs: catalogs.lookup, now: now)
        devices = DeviceRegistration(
            store: store,
            revocations: revocations,
            catalogs: catalogs.lookup,
            providers: providers.installed,
            keyring: ports.keyring,
            ids: ids,
            now: now,
            tokenProblem: ports.tokenProblem,
            changed: ports.deviceChanged,
            pended: { metrics.pendingAddresses.increment() }
        )
        reachability = UserReachability(
            store: store,
            catalogs: catalogs.lookup,
            available: { providers.available($0) },
            ids: ids
        )
        reachabilityLoop = ReachabilityLoop(reachability, clock: clock, work: work, metrics: metrics, logger: logger)
        channelAddresses = ChannelAddresses(
            store: store,
            installed: providers.installed.channels,
            encryption: encryption,
            now: now,
            addressProblem: ports.tokenProblem
        )
        preferences = PreferenceCenter(store: store, catalogs: catalogs.lookup, ids: ids, now: now)
        inbox = Inbox(store: store, catalogs: catalogs.lookup, encryption: encryption, zones: zones, now: now)
        let notices = EtaHostNotices(
            accept: AcceptTriggers(store: store),
            triggers: OwnTriggers(encryption: encryption, ids: ids, zones: zones),
            encryption: encryption,
            logger: logger
        )
        etaReplies = EtaReplies(
            store: store,
            catalogs: catalogs.lookup,
            encryption: encryption,
            notices: notices,
            now: now
        )
        actions = TakeActions(
            store: store,
            catalogs: catalogs.lookup,
            encryption: encryption,
            arrivals: etaReplies,
            now: now
        )
        etaBoards = EtaBoards(store: store, catalogs: catalogs.lookup, encryption: encryption, now: now)
        webhooks = Webhooks(store: store, rules: ports.webhooks.rules, encryption: encryption, ids: ids, now: now)
        outgoing = WebhookLoop(
            ports: ports,
            outgoing: ReadOutgoing(store: store, catalogs: catalogs.lookup, encryption: encryption),
            encryption: encryption,
            metrics: metrics
        )
        let again = Redeliveries(store: store)
        deviceSync = DeviceSync(
            store: store,
            devices: devices,
            inbox: inbox,
            redeliveries: again,
            catalogs: catalogs.lookup,
            now: now
        )
        let readAnalytics = ReadAnalytics(store: store, catalogs: catalogs.lookup, ids: ids, now: now)
        analytics = AnalyticsReports(store: store, read: readAnalytics)
        analyticsLoop = AnalyticsLoop(readAnalytics, clock: clock, metrics: metrics, logger: logger)
        exports = OTLPSignal.allCases.map { signal in
            OTLPLoop(signal, ports: ports, store: store, analytics: readAnalytics, metrics: metrics)
        }
        alerts = Alerts(store: store)
        let alertNews = WakeUp()
        alertMessages = AlertMessageLoop(ports: ports, news: alertNews, metrics: metrics)
        let monitor = AlertMonitor(
            store: store,
            catalogs: catalogs,
            queues: queues,
            analytics: readAnalytics,
            tally: tally,
            ids: ids,
            now: now,
            clockQuestion: ports.clockQuestion,
            news: alertNews,
            logger: logger
        )
        alerting = AlertLoop(monitor, clock: clock, metrics: metrics, logger: logger)
        export = UserExport(
            store: store,
            users: users,
            preferences: preferences,
            inbox: inbox,
            addresses: channelAddresses,
            encryption: encryption,
            now: now
        )
        auditClaims = AuditClaims(store: store, encryption: encryption, metrics: metrics, now: now)
        auditing = AuditLoop(audit, clock: clock, metrics: metrics, logger: logger)
        let rules = RuleLocations(store: store)
        why = Why(
            WhyDependencies(
                store: store,
                catalogs: catalogs.lookup,
                available: { providers.available($0) },
                zones: zones,
                data: { try encryption.open($0.sealedData, app: $0.trigger.app, trigger: $0.trigger.id) },
                rules: { app, version, paths in try await rules.location(of: paths, in: version, of: app) },
                queuePauses: { queues.explainedPauses(now: $0) },
                now: now
            )
        )
        catalogVersions = CatalogVersions(store: store, catalogs: catalogs)
        preview = CatalogPreview(catalogs: catalogs.lookup, formatting: formatting, now: now)
        publisher = CatalogPublisher(
            store: store,
            catalogs: catalogs,
            reviewed: ports.reviewedApps,
            now: now,
            logger: logger
        ) { try await planner.plan($0) }
        replay = TrafficReplay(
            store: store,
            encryption: encryption,
            providers: { providers.available($0) },
            zones: zones,
            formatting: formatting
        )
        let turns = ClaimTurns(deliverable: work.deliverable)
        let dependencies = DecisionDependencies(
            store: store,
            commit: ClaimingCommit(
                store: store,
                turns: turns,
                queues: queues,
                revocations: revocations,
                clock: clock,
                metrics: metrics,
                crash: crash,
                logger: logger
            ),
            cancels: store,
            decider: decider,
            encryption: encryption,
            clock: clock,
            work: work,
            metrics: metrics,
            tally: tally,
            crash: crash,
            logger: logger,
            workers: ports.limits.workers
        )
        decisions = DecisionLoop(dependencies, gate: gate)
        delivery = DeliveryLoop(
            ports: ports,
            queues: queues,
            decisions: dependencies,
            revocations: revocations,
            turns: turns,
            metrics: metrics
        )
        channels = ChannelLoop(ports: ports, queues: queues, decisions: dependencies, metrics: metrics)
        receipts = ReceiptLoop(
            store: store,
            providers: providers,
            queues: queues,
            catalogs: catalogs,
            clock: clock,
            random: ports.random,
            work: work,
            metrics: metrics,
            logger: logger
        )
        redeliveries = RedeliveryLoop(again, clock: clock, work: work, metrics: metrics, logger: logger)
        sync = SyncLoop(
            store: store,
            catalogs: catalogs,
            providers: providers.installed,
            clock: clock,
            work: work,
            metrics: metrics,
            logger: logger
        )
        schedules = ScheduleLoop(ports: ports, planner: planner, encryption: encryption, gate: gate, metrics: metrics)
        deviceSweeper = DeviceSweeper(
            store: store,
            catalogs: catalogs,
            providers: providers.installed,
            isAlarmed: { queues.isInvalidationBreakerOpen(QueueKey(app: $0, provider: $1)) },
            isBounded: ports.limits.boundsDeviceSweeps,
            clock: clock,
            metrics: metrics,
            logger: logger
        )
        sweeper = Sweeper(
            store: store,
            tokenLifetime: ports.limits.tokenLifetime,
            clock: clock,
            metrics: metrics,
            logger: logger
        )
        retention = RetentionSweeper(
            store: store,
            catalogs: catalogs,
            providers: providers.installed,
            clock: clock,
            metrics: metrics,
            logger: logger
        )
    }

    /// The loops, in the order in which they start.
    public var loops: [any Service] {
        [
            delivery, receipts, redeliveries, sync, auditing, deviceSweeper, decisions, schedules, sweeper, retention,
            analyticsLoop, outgoing, alerting, alertMessages, channels, reachabilityLoop,
        ] + exports
    }

    /// Takes over what operators and earlier processes noted of the queues, and wakes delivery where it may go on.
    public func readQueueRecords() async throws {
        let records = try await ports.store.queues()
        if queues.apply(records, now: ports.clock.now) { ports.work.deliverable.fire() }
    }

    /// Begins with nothing known of the push services, whatever an earlier process knew: an operator may have started this one
    /// because the trouble is over.
    public func beginQueues() async throws {
        try await ChangeQueues(store: ports.store).forgetTroubles()
        try await readQueueRecords()
    }

    /// The numbers of the engine as Prometheus text; what the store cannot count now is left out.
    public func metricsText() async -> String {
        let store = ports.store
        return metrics.text(
            backlogs: (try? await store.backlogs()) ?? [:],
            queues: queues,
            open: (try? await store.openCounts()) ?? [:],
            users: (try? await store.userCounts()) ?? [:],
            optOuts: (try? await store.optOuts()) ?? [],
            devices: (try? await store.deviceCounts()) ?? [],
            alerts: (try? await store.alerts(of: nil)) ?? [:]
        )
    }
}
