import PealCatalog
import PealCore
import Testing

/// Every mix of what a decision may meet.
struct DecisionSweep: Sendable {
    /// One thing that is otherwise than usual.
    enum Twist: Int, CaseIterable {
        case typeDisabled, actorRule, actorIsRecipient, unknownUser, mandatory, categoryOff, pushOff, muted, noDevice
        case foreignDevice, denied, capability, quiet, quietDrop, bypass
    }

    /// Bits by ``Twist``.
    let bits: Int

    /// Up to four twists at once: more show nothing new.
    static let all = (0..<(1 << Twist.allCases.count)).filter { $0.nonzeroBitCount <= 4 }.map(DecisionSweep.init)

    private func has(_ twist: Twist) -> Bool { bits >> twist.rawValue & 1 == 1 }

    func decide() throws -> Decision {
        var catalog = try Self.catalog.get()
        var category = try #require(catalog.categories.first)
        var type = try #require(catalog.types.first)
        type.enabled = !has(.typeDisabled)
        if has(.actorRule) { type.condition = .actorKind([.admin]) }
        if has(.capability) { type.requiredCapability = "bluetooth" }
        if has(.mandatory) { category.mandatory = .always }
        if has(.bypass) { type.bypass = [.mute, .quietHours] }
        catalog.quietHours?.enabledByDefault = has(.quiet) || has(.quietDrop)
        if has(.quietDrop) { catalog.quietHours?.action = .drop }
        let decider = Decider(catalog: catalog, type: type, category: category, available: [.fcm])
        return decider.decide(
            .init(trigger: trigger, recipient: recipient(category), zone: .utc, thread: "t", now: Self.now)
        )
    }

    /// 04:00 UTC, when it is quiet.
    private static let now = Timestamp(seconds: 1_800_000_000 - 4 * 3_600)

    private var trigger: Trigger {
        var trigger = Trigger(
            id: TriggerID(UUIDv7(milliseconds: 1, random: (0, 1))),
            app: "demo",
            type: "hello",
            audience: .users(["ann"]),
            data: [:],
            dueAt: Self.now,
            acceptedAt: Self.now,
            catalogVersion: 1
        )
        trigger.actor = .init(id: has(.actorIsRecipient) ? "ann" : "bob", kind: .user)
        return trigger
    }

    private func recipient(_ category: PealCore.Category) -> RecipientSnapshot {
        var preferences = Preferences()
        if has(.categoryOff) { preferences.categories[category.id] = .init(enabled: .init(false, at: Self.now)) }
        if has(.pushOff) { preferences.global["push"] = .init(false, at: Self.now) }
        let mute = Mute(
            id: MuteID(UUIDv7(milliseconds: 1, random: (0, 2))),
            scope: .all,
            until: nil,
            createdAt: Self.now
        )
        let device = RecipientSnapshot.DeviceFacts(
            id: DeviceID(UUIDv7(milliseconds: 1, random: (0, 3))),
            provider: has(.foreignDevice) ? .apns : .fcm,
            platform: .android,
            state: .active,
            permission: has(.denied) ? .denied : .granted,
            capabilities: [:],
            locale: nil,
            timeZone: nil,
            lastSeenAt: Self.now
        )
        return RecipientSnapshot(
            userID: "ann",
            user: has(.unknownUser) ? nil : User(id: "ann", createdAt: Self.now, updatedAt: Self.now),
            preferences: preferences,
            mutes: has(.muted) ? [mute] : [],
            devices: has(.noDevice) ? [] : [device]
        )
    }

    private static let catalog = Result {
        let reading = CatalogReader.read(
            yaml: """
                app: demo
                name: Demo
                locales: [en]
                timeZone: UTC
                features: {quietHours: true}
                links: {scheme: demo, routes: [/], fallback: /}
                providers: [fcm]
                quietHours: {default: {start: "22:00", end: "08:00"}, enabled: true, editable: true, action: defer}
                categories:
                  news: {title: News, description: News}
                types:
                  hello: {category: news, audience: {default: {all: true}, allow: [users, all]}, title: H, body: H, link: /, fallback: inApp}
                """,
            file: "demo.yaml"
        )
        return try #require(reading.catalog, "\(reading.findings)")
    }
}
