import PealCore
import PealSQL
import PealStore

/// What is stored of an app and of the server, and what has happened.
extension PortRead {
    static let platform: [PortRead] = [
        PortRead("KeyStore.secretKeys()") { try await $0.store.secretKeys() },
        PortRead("KeyStore.dataKeys()") { try await $0.store.dataKeys() },
        PortRead("KeyStore.rootKeyFingerprint()") { try await $0.store.rootKeyFingerprint() },
        PortRead("CatalogStore.catalogFacts(of:asking:)") { try await $0.store.catalogFacts(of: $0.app, asking: 3) },
        PortRead("CatalogStore.catalogs(app:)") { try await $0.store.catalogs(app: $0.app) },
        PortRead("CatalogStore.catalog(version:app:)") { try await $0.store.catalog(version: 3, app: $0.app) },
        PortRead("CatalogStore.catalogRecords(app:page:)") {
            try await $0.store.catalogRecords(app: $0.app, page: $0.page)
        },
        PortRead("ClockStore.clockRecord()") { try await $0.store.clockRecord() },
        PortRead("IdempotencyStore.answer(_:now:)") {
            let key = IdempotencyKey(app: $0.app, operation: "POST /v1/triggers", key: "kept")
            return try await $0.store.answer(key, now: $0.now)
        },
        PortRead("AlertStore.alerts(of:)") { try await $0.store.alerts(of: nil) },
        PortRead("AlertStore.oldestDue(of:now:)") { try await $0.store.oldestDue(of: $0.app, now: $0.after(9_999)) },
        PortRead("AlertMessageStore.alertMessages()") { try await $0.store.alertMessages() },
    ]

    static let sealed = SealedKind.allCases.map { kind in
        PortRead("SealedStore.sealedValues(of:app:after:limit:)", "\(kind)") {
            try await $0.store.sealedValues(of: kind, app: $0.app, after: nil, limit: 5)
        }
    }

    static let events: [PortRead] = [
        PortRead("EventStore.log(of:after:limit:)") {
            try await $0.store.log(of: [], after: .beginning, limit: 300)
        },
        PortRead("EventStore.endOfEvents()") { try await $0.store.endOfEvents() },
        PortRead("EventStore.cursor(of:)") { try await $0.store.cursor(of: .audit) },
        PortRead("TraceStore.traceFacts(_:app:)") { rows in
            let delivery = try await rows.delivery(of: "failed")
            var question = TraceQuestion()
            question.triggers = [try await rows.trigger(of: "failed")]
            question.notifications = [delivery.notification]
            question.deliveries = [delivery]
            if let traced = try await rows.store.newestTrigger(withCancelKey: "planned", app: rows.app) {
                question.triggers.insert(traced)
            }
            return try await rows.store.traceFacts(question, app: rows.app)
        },
        PortRead("AnalyticsStore.analyticsFacts(_:app:)") { rows in
            let delivery = try await rows.delivery(of: "failed")
            var question = AnalyticsQuestion()
            question.notifications = [delivery.notification]
            question.failures = [delivery]
            question.users = ["ann"]
            question.arrivals = [Arrival.Key(rows.report, "participant")]
            question.entities = [rows.event("full")]
            return try await rows.store.analyticsFacts(question, app: rows.app)
        },
        PortRead("AnalyticsStore.analyticsEvents(of:from:limit:)") {
            try await $0.store.analyticsEvents(of: $0.app, from: .beginning, limit: 50)
        },
        PortRead("AnalyticsStore.analyticsCounts(of:within:)") {
            let hours = AnalyticsHour(of: $0.now)..<AnalyticsHour(of: $0.after(3_600))
            return try await $0.store.analyticsCounts(of: $0.app, within: hours)
        },
        PortRead("AuditStore.auditRecords(after:limit:)") {
            try await $0.store.auditRecords(after: .beginning, limit: 60)
        },
        PortRead("AuditStore.auditTree(of:)") { try await $0.store.auditTree(of: $0.app) },
        PortRead("AuditStore.auditedApps()") { try await $0.store.auditedApps() },
        PortRead("AuditStore.appsToCheckpoint()") { try await $0.store.appsToCheckpoint() },
        PortRead("AuditStore.auditEntries(of:_:after:limit:newestFirst:)") {
            let filter = AuditFilter()
            return try await $0.store.auditEntries(of: $0.app, filter, after: nil, limit: 20, newestFirst: false)
        },
        PortRead("AuditStore.auditEntries(of:_:after:limit:newestFirst:)", "of one user") {
            var filter = AuditFilter()
            filter.user = try await $0.store.auditReference(of: "accepted", app: $0.app)
            return try await $0.store.auditEntries(of: $0.app, filter, after: nil, limit: 20, newestFirst: true)
        },
        PortRead("AuditStore.auditCheckpoints(of:below:limit:)") {
            try await $0.store.auditCheckpoints(of: $0.app, below: nil, limit: 9)
        },
        PortRead("AuditStore.auditReference(of:app:)") {
            try await $0.store.auditReference(of: "accepted", app: $0.app)
        },
        PortRead("AuditStore.auditSecret(of:app:)") { try await $0.store.auditSecret(of: "claims", app: $0.app) },
        PortRead("AuditStore.claimUse(of:app:)") { try await $0.store.claimUse(of: "claims", app: $0.app) },
    ]
}
