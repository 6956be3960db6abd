import PealCore
import PealSQL

/// What is stored of users and things, of devices, and what users chose.
extension PortRead {
    static let directory: [PortRead] = [
        PortRead("DirectoryStore.user(_:app:)") { try await $0.store.user("ann", app: $0.app) },
        PortRead("DirectoryStore.admission(of:app:now:)") {
            try await $0.store.admission(of: "ann", app: $0.app, now: $0.now)
        },
        PortRead("DirectoryStore.admission(of:app:now:)", "erased") {
            try await $0.store.admission(of: "erased", app: $0.app, now: $0.now)
        },
        PortRead("DirectoryStore.admission(of:app:now:)", "put again") {
            try await $0.store.admission(of: "again", app: $0.app, now: $0.now)
        },
        PortRead("DirectoryStore.entity(_:app:)") { try await $0.store.entity($0.event("full"), app: $0.app) },
        PortRead("DirectoryStore.members(of:app:page:)") {
            try await $0.store.members(of: $0.event("full"), app: $0.app, page: $0.page)
        },
        PortRead("DirectoryStore.memberships(of:app:limit:)") {
            try await $0.store.memberships(of: "ann", app: $0.app, limit: 9)
        },
        PortRead("DirectoryStore.owned(by:app:limit:)") {
            try await $0.store.owned(by: "ann", app: $0.app, limit: 9)
        },
        PortRead("DecisionLogStore.erased(_:app:)") { try await $0.store.erased("erased", app: $0.app) },
        PortRead("OptOutStore.userCounts()") { try await $0.store.userCounts() },
        PortRead("EtaStore.etaFacts(_:app:)") { rows in
            let question = EtaQuestion(
                event: rows.report,
                requests: ["assigned"],
                hostRole: "medic",
                viewer: "participant",
                participants: .all(limit: 9)
            )
            return try await rows.store.etaFacts(question, app: rows.app)
        },
        PortRead("EtaStore.etaReplies(of:app:limit:)") {
            try await $0.store.etaReplies(of: "participant", app: $0.app, limit: 9)
        },
        PortRead("ReachabilityStore.reachabilityFacts(of:app:)") {
            try await $0.store.reachabilityFacts(of: "accepted", app: $0.app)
        },
        PortRead("ReachabilityStore.dueLooks(now:limit:)") { try await $0.store.dueLooks(now: $0.after(30), limit: 9) },
        PortRead("ReachabilityStore.nextLook(after:)") { try await $0.store.nextLook(after: $0.now) },
    ]

    static let devices: [PortRead] = [
        PortRead("DeviceStore.devices(of:app:)") { try await $0.store.devices(of: "ann", app: $0.app) },
        PortRead("DeviceStore.holders(of:provider:app:)") { rows in
            let hashes = ["token-of-ann", "token-of-nobody", "token-of-dead"].map { Array($0.utf8) }
            return try await rows.store.holders(of: hashes, provider: .fcm, app: rows.app)
        },
        PortRead("DeviceStore.keyHolder(_:keyHash:)") { rows in
            let device = try await rows.device(of: "ann")
            return try await rows.store.keyHolder(device.id, keyHash: [UInt8](repeating: 1, count: 32))
        },
        aged(.invalid(.fcm), "invalid"), aged(.active, "active"), aged(.stale, "stale"), aged(.revoked, "revoked"),
        PortRead("DeviceStore.deviceCount(of:)") { try await $0.store.deviceCount(of: $0.app) },
        PortRead("DeviceStore.deviceSweep(of:)") { try await $0.store.deviceSweep(of: $0.app) },
        PortRead("ReachabilityStore.deviceCounts()") { try await $0.store.deviceCounts() },
        PortRead("SealedStore.sealedTokens(app:after:limit:)") {
            try await $0.store.sealedTokens(app: $0.app, after: nil, limit: 5)
        },
        PortRead("SealedStore.holders(of:app:)") { rows in
            let tokens = try await rows.store.sealedTokens(app: rows.app, after: nil, limit: 5)
            return try await rows.store.holders(of: tokens, app: rows.app)
        },
    ]

    private static func aged(_ group: AgedDevice.Group, _ aspect: String) -> PortRead {
        PortRead("DeviceStore.agedDevices(_:app:before:staleBy:limit:)", aspect) {
            try await $0.store.agedDevices(group, app: $0.app, before: $0.after(1), staleBy: $0.after(1), limit: 3)
        }
    }

    static let choices: [PortRead] = [
        PortRead("PreferenceStore.preferences(of:app:)") { try await $0.store.preferences(of: "ann", app: $0.app) },
        PortRead("PreferenceStore.mutes(of:app:)") { try await $0.store.mutes(of: "ann", app: $0.app) },
        PortRead("PreferenceStore.roles(of:app:)") { try await $0.store.roles(of: "ann", app: $0.app) },
        PortRead("OptOutStore.optOuts()") { try await $0.store.optOuts() },
        PortRead("HeldPushStore.waits(of:app:)") { try await $0.store.waits(of: "held", app: $0.app) },
        PortRead("HeldPushStore.waits(of:app:)", "a local time") {
            try await $0.store.waits(of: "west", app: $0.app)
        },
    ]
}
