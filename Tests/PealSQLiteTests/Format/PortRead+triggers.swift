import PealCore
import PealSQL

/// What is stored of triggers, of entities' times, and of what is cancelled.
extension PortRead {
    static let triggers: [PortRead] = [
        PortRead("TriggerStore.trigger(_:app:)") {
            try await $0.store.trigger(try await $0.trigger(of: "accepted"), app: $0.app)
        },
        PortRead("TriggerStore.triggers(app:filter:page:)") {
            try await $0.store.triggers(app: $0.app, filter: TriggerFilter(type: "reminder"), page: $0.page)
        },
        PortRead("TriggerStore.backlogs()") { try await $0.store.backlogs() },
        PortRead("TriggerStore.acceptFacts(_:app:)") { rows in
            var quota = QuotaNeeds()
            quota.windows = [QuotaWindows(limit: rows.limit.id, key: "org/o1"): rows.after(-86_400)]
            quota.entities = [EntityRef(type: "report", id: "limited")]
            var needs = AcceptNeeds()
            needs.claims = ["claimed", "free"]
            needs.quota = quota
            needs.schedules = [rows.event("planned")]
            return try await rows.store.acceptFacts(needs, app: rows.app)
        },
        PortRead("TriggerStore.directoryFacts(_:app:)") { rows in
            var needs = DirectoryNeeds()
            needs.organisations = [rows.event("full")]
            needs.audiences = [AudienceQuestion(.owner, entity: rows.event("full"))]
            needs.actors = [ActorQuestion("ann", entity: rows.event("full"))]
            return try await rows.store.directoryFacts(needs, app: rows.app)
        },
        PortRead("TriggerStore.moveFacts(of:app:now:)") { rows in
            let id = try await rows.store.newestTrigger(withCancelKey: "early", app: rows.app)
            guard let id else { return MoveFacts?.none }
            return try await rows.store.moveFacts(of: id, app: rows.app, now: rows.now)
        },
        PortRead("TrafficStore.recordedTriggers(app:within:after:limit:)") {
            try await $0.store.recordedTriggers(app: $0.app, within: $0.after(-1)..<$0.after(9), after: nil, limit: 3)
        },
        PortRead("RetentionStore.agedTriggers(of:before:after:limit:)") {
            try await $0.store.agedTriggers(of: $0.app, before: $0.after(1), after: nil, limit: 4)
        },
        PortRead("RetentionStore.agedNotifications(of:before:after:limit:)") {
            try await $0.store.agedNotifications(of: $0.app, before: $0.after(1), after: nil, limit: 4)
        },
    ]

    static let schedules: [PortRead] = [
        PortRead("ScheduleStore.scheduleFacts(of:app:)") {
            try await $0.store.scheduleFacts(of: $0.event("moved"), app: $0.app)
        },
        PortRead("ScheduleStore.scheduleFacts(of:app:after:limit:)") {
            try await $0.store.scheduleFacts(of: "event", app: $0.app, after: "f", limit: 9)
        },
        PortRead("ScheduleStore.plannedVersion(app:)") { try await $0.store.plannedVersion(app: $0.app) },
        PortRead("ScheduleStore.dueSchedules(now:limit:)") {
            try await $0.store.dueSchedules(now: $0.after(2 * 86_400), limit: 9)
        },
        PortRead("ScheduleStore.nextSchedule(after:)") { try await $0.store.nextSchedule(after: $0.now) },
        PortRead("ScheduleStore.openTriggers(about:app:)") {
            try await $0.store.openTriggers(about: [$0.event("open")], app: $0.app)
        },
        PortRead("ScheduleStore.hasOpenTriggers()") { try await $0.store.hasOpenTriggers() },
        PortRead("ScheduleStore.scheduleNotes(app:entity:type:limit:)") {
            try await $0.store.scheduleNotes(app: $0.app, entity: nil, type: "reminder", limit: 9)
        },
    ]

    static let cancels: [PortRead] = [
        PortRead("CancelStore.cancelFacts(of:app:)") {
            try await $0.store.cancelFacts(of: try await $0.trigger(of: "cancelled"), app: $0.app)
        },
        PortRead("CancelStore.pushes(of:app:after:limit:)") {
            try await $0.store.pushes(of: try await $0.trigger(of: "accepted"), app: $0.app, after: "", limit: 9)
        },
        PortRead("CancelStore.newestTrigger(withCancelKey:app:)") {
            try await $0.store.newestTrigger(withCancelKey: "cancelled", app: $0.app)
        },
        PortRead("CancelStore.triggers(withCancelKey:app:after:upTo:limit:)") {
            let newest = try await $0.trigger(of: "cancelled")
            return try await $0.store.triggers(
                withCancelKey: "cancelled",
                app: $0.app,
                after: nil,
                upTo: newest,
                limit: 9
            )
        },
        PortRead("CancelStore.triggers(about:types:app:after:upTo:limit:)") {
            try await $0.store.triggers(
                about: $0.event("moved"),
                types: ["reminder"],
                app: $0.app,
                after: nil,
                upTo: try await $0.trigger(of: "moved-held"),
                limit: 9
            )
        },
        PortRead("CancelStore.openCancel()") { try await $0.store.openCancel() },
        PortRead("CancelStore.openWithdrawals(app:limit:)") { try await $0.store.openWithdrawals(app: nil, limit: 9) },
        PortRead("CancelStore.withdrawalRecipients(of:app:after:limit:)") {
            let id = try await $0.trigger(of: "moved-held")
            return try await $0.store.withdrawalRecipients(of: id, app: $0.app, after: "", limit: 9)
        },
        PortRead("CancelStore.openRetraction(app:)") { try await $0.store.openRetraction(app: $0.app) },
        PortRead("CancelStore.retractions(of:app:after:limit:)") {
            let id = try await $0.trigger(of: "retracted-held")
            return try await $0.store.retractions(of: id, app: $0.app, after: "", limit: 9)
        },
        PortRead("CancelStore.openDeletion(app:)") { try await $0.store.openDeletion(app: nil) },
    ]
}
