import PealCore
import PealSQL

/// What is sent to devices and in channels, and what leases of it answer.
extension PortRead {
    static let deliveries: [PortRead] = [
        PortRead("DeliveryStore.deliveries(of:app:)") {
            try await $0.store.deliveries(of: try await $0.notification(of: "receipt"), app: $0.app)
        },
        PortRead("DeliveryStore.outcomeFacts(of:devices:app:)") { rows in
            let id = try await rows.delivery(of: "failed")
            return try await rows.store.outcomeFacts(of: [id.notification], devices: [id.device], app: rows.app)
        },
        PortRead("DeliveryStore.waitingCounts(of:app:heldUntil:)") {
            try await $0.store.waitingCounts(of: ["waiting", "held"], app: $0.app, heldUntil: $0.after(600))
        },
        PortRead("DeliveryStore.waiting(of:app:now:)") {
            try await $0.store.waiting(of: "waiting", app: $0.app, now: $0.after(60))
        },
        PortRead("DeliveryStore.neighbours(of:by:app:)") { rows in
            let waiting = try await rows.store.waiting(of: "waiting", app: rows.app, now: rows.now)
            let rules = OrderRules(ordered: ["assigned"], superseding: ["assigned": ["assigned"]])
            return try await rows.store.neighbours(of: waiting, by: rules, app: rows.app)
        },
        PortRead("DeliveryStore.items(of:user:app:)") {
            try await $0.store.items(of: try await $0.notification(of: "digested"), user: "digested", app: $0.app)
        },
        PortRead("DeliveryStore.items(of:user:app:)", "a summary") {
            try await $0.store.items(of: try await $0.notification(of: "summary"), user: "summary", app: $0.app)
        },
        PortRead("DeliveryStore.dueReceipts(now:limit:)") {
            try await $0.store.dueReceipts(now: $0.after(9_999), limit: 9)
        },
        PortRead("DeliveryStore.nextReceipt(after:)") { try await $0.store.nextReceipt(after: $0.now) },
        PortRead("RedeliveryStore.handedPushes(to:of:app:)") {
            let device = try await $0.device(of: "accepted").id
            return try await $0.store.handedPushes(to: device, of: "accepted", app: $0.app)
        },
        PortRead("RedeliveryStore.dueRedeliveries(now:limit:)") {
            try await $0.store.dueRedeliveries(now: $0.after(60), limit: 9)
        },
        PortRead("RedeliveryStore.nextRedelivery(after:)") { try await $0.store.nextRedelivery(after: $0.now) },
        PortRead("QueueStore.queues()") { try await $0.store.queues() },
        PortRead("QueueStore.failedDeliveries(of:since:after:limit:)") {
            let queue = QueueKey(app: $0.app, provider: .fcm)
            return try await $0.store.failedDeliveries(of: queue, since: $0.now, after: nil, limit: 9)
        },
        PortRead("QueueStore.openCounts()") { try await $0.store.openCounts() },
        PortRead("QueueStore.queueCounts(since:)") { try await $0.store.queueCounts(since: $0.now) },
        PortRead("SyncStore.syncFacts(of:app:about:)") {
            let id = try await $0.notification(of: "synced")
            return try await $0.store.syncFacts(of: "synced", app: $0.app, about: [id])
        },
        PortRead("SyncStore.taggedPushes(on:of:app:)") {
            let device = try await $0.device(of: "synced").id
            return try await $0.store.taggedPushes(on: device, of: "synced", app: $0.app)
        },
        PortRead("SyncStore.dueSyncs(now:budget:)") {
            try await $0.store.dueSyncs(now: $0.after(60), budget: $0.budget)
        },
        PortRead("SyncStore.syncStates(of:app:)") {
            try await $0.store.syncStates(of: [try await $0.device(of: "synced").id], app: $0.app)
        },
        PortRead("SyncStore.interruptedSyncs(before:limit:)") {
            try await $0.store.interruptedSyncs(before: 2, limit: 9)
        },
    ]

    static let channels: [PortRead] = [
        PortRead("ChannelStore.channelAddresses(of:app:)") {
            try await $0.store.channelAddresses(of: "radio", app: $0.app)
        },
        PortRead("ChannelStore.channelDeliveries(of:app:)") {
            try await $0.store.channelDeliveries(of: try await $0.notification(of: "radio"), app: $0.app)
        },
        PortRead("ChannelStore.hasOpenChannels()") { try await $0.store.hasOpenChannels() },
        PortRead("WebhookStore.webhooks(of:)") { try await $0.store.webhooks(of: nil) },
        PortRead("WebhookStore.dueMessages(of:app:now:limit:)") {
            let id = try await $0.webhook()
            return try await $0.store.dueMessages(of: id, app: $0.app, now: $0.after(9_999), limit: 9)
        },
        PortRead("WebhookStore.waitingMessages(of:app:limit:)") {
            try await $0.store.waitingMessages(of: try await $0.webhook(), app: $0.app, limit: 9)
        },
        PortRead("WebhookStore.messages(of:app:in:page:)") {
            let id = try await $0.webhook()
            return try await $0.store.messages(of: id, app: $0.app, in: nil, page: $0.page)
        },
        PortRead("WebhookStore.endedDeliveries(_:app:)") {
            try await $0.store.endedDeliveries([try await $0.delivery(of: "failed")], app: $0.app)
        },
    ]

    /// They stand for a later process, which has another epoch than the rows.
    static let leases: [PortRead] = [
        PortRead("DeliveryStore.interrupted(epoch:limit:)") { try await $0.store.interrupted(epoch: 2, limit: 9) },
        PortRead("DeliveryStore.claim(now:budget:epoch:)") {
            try await $0.store.claim(now: $0.after(60), budget: $0.budget, epoch: 2)
        },
        PortRead("ChannelStore.interruptedChannels(epoch:limit:)") {
            try await $0.store.interruptedChannels(epoch: 2, limit: 9)
        },
        PortRead("ChannelStore.claimChannels(now:budget:epoch:)") {
            try await $0.store.claimChannels(now: $0.after(600), budget: $0.budget, epoch: 2)
        },
    ]
}
