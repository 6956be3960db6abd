import Foundation
import PealCore

/// A thousand users as the store loads them: zones, choices, mutes, devices and histories of every kind.
struct SampleUsers {
    private let catalog: Catalog
    private let category: PealCore.Category
    private let snapshots: [RecipientSnapshot]
    private let zones: [Zone]
    private let now = Timestamp(seconds: 1_795_300_000)

    let plain: NotificationType
    let digested: NotificationType

    private static let count = 1_000

    init() throws {
        let name = Localized(byLocale: ["en": "Messages"], fallbackLocale: "en")
        category = PealCore.Category(
            id: "messages",
            key: "messages",
            name: "messages",
            title: name,
            description: name,
            icon: "chat",
            adjustable: true,
            defaults: ChannelSwitches(),
            mandatory: .never
        )
        let throttle = ThrottleRule(max: 10, per: .seconds(300), onExceed: .digest, window: .seconds(300))
        plain = try Self.type("message", looksBack: (nil, nil))
        digested = try Self.type(
            "digested",
            looksBack: (throttle, DigestRule(key: try Template("{{entityId}}"), window: .seconds(300)))
        )
        catalog = Self.catalog(category, [plain, digested])
        zones = try ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe"].map { name in
            let file = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))
            return Zone(name: name, rules: try ZoneRules(tzif: Array(file)))
        }
        let zones = zones
        let now = now
        snapshots = (0..<Self.count).map { Self.user($0, zone: zones[$0 % zones.count].name, now: now) }
    }

    func decider(of type: NotificationType) -> Decider {
        Decider(catalog: catalog, type: type, category: category, available: [.fcm, .apns, .expo])
    }

    /// What is asked of the decider, one question a user.
    func questions(of type: NotificationType) -> [Decider.Question] {
        snapshots.indices.map { index in
            var trigger = Trigger(
                id: TriggerID(Self.identifier(index)),
                app: catalog.app,
                type: type.id,
                audience: .users([snapshots[index].userID]),
                data: ["title": .string("Are you free on Friday?")],
                dueAt: now,
                acceptedAt: now,
                catalogVersion: 1
            )
            trigger.entity = EntityRef(type: "conversation", id: "c\(index % 50)")
            return Decider.Question(
                trigger: trigger,
                recipient: snapshots[index],
                zone: zones[index % zones.count],
                thread: "conversation/c\(index % 50)",
                history: history(index, of: type),
                digestKey: type.digest == nil ? nil : "c\(index % 50)",
                now: now
            )
        }
    }

    /// A third has an open window; up to 14 pushes of the last ten minutes.
    private func history(_ index: Int, of type: NotificationType) -> PushHistory {
        guard type.looksBack else { return PushHistory() }
        let sends = (0..<(index % 15)).map { now - .seconds(40 * $0) }
        let open = DigestWindow(closesAt: now + .seconds(120), pushedAt: now - .seconds(60))
        let windowKey = DigestWindowKey.digest(type.id, key: "c\(index % 50)")
        return PushHistory(
            sends: [type.id: sends],
            windows: index.isMultiple(of: 3) ? [Key(windowKey): open] : [:]
        )
    }

    private static func user(_ index: Int, zone: String, now: Timestamp) -> RecipientSnapshot {
        let id = UserID("user-\(index)")
        var preferences = Preferences()
        if index.isMultiple(of: 5) {
            preferences.categories["messages"] = .init(channels: ["push": .init(!index.isMultiple(of: 10), at: now)])
        }
        var mutes: [Mute] = []
        if index.isMultiple(of: 4) {
            let thread = Mute.Scope.thread("conversation/c\(index % 9)")
            mutes.append(Mute(id: MuteID(identifier(index)), scope: thread, until: nil, createdAt: now))
        }
        return RecipientSnapshot(
            userID: id,
            user: User(id: id, locale: "en", timeZone: zone, roles: ["member"], createdAt: now, updatedAt: now),
            memberships: [MembershipRole("participant", in: "event")],
            preferences: preferences,
            mutes: mutes,
            devices: (0...(index % 3)).map { device in
                RecipientSnapshot.DeviceFacts(
                    id: DeviceID(identifier(index * 3 + device)),
                    provider: [.fcm, .apns, .expo][device],
                    platform: .ios,
                    state: .active,
                    permission: index.isMultiple(of: 20) ? .denied : .granted,
                    capabilities: [:],
                    locale: "en",
                    timeZone: zone,
                    lastSeenAt: now
                )
            }
        )
    }

    private static func identifier(_ number: Int) -> UUIDv7 {
        UUIDv7(milliseconds: 1_795_300_000_000, random: (7, UInt64(number)))
    }

    private static func type(
        _ id: TypeID,
        looksBack rules: (ThrottleRule?, DigestRule?)
    ) throws -> NotificationType {
        let text = Localized(byLocale: ["en": try Template("{{title}}")], fallbackLocale: "en")
        var type = NotificationType(
            id: id,
            category: "messages",
            allowedAudiences: [.users],
            priority: PriorityRule(fallback: .normal),
            title: text,
            body: text,
            link: Template(literal: "/chat"),
            ttl: .seconds(259_200)
        )
        type.thread = try Template("conversation/{{entityId}}")
        type.digest = rules.1
        type.throttle = rules.0
        return type
    }

    private static func catalog(_ category: PealCore.Category, _ types: [NotificationType]) -> Catalog {
        var catalog = Catalog(
            app: AppID(PolicyCatalog.app),
            name: "Policy",
            locales: ["en"],
            timeZone: "Europe/Berlin",
            links: LinkPolicy(scheme: "policy", hosts: [], routes: ["/chat"], fallback: "/chat"),
            providers: [.fcm, .apns, .expo],
            installed: .shipped,
            staleAfter: .seconds(86_400),
            categories: [category],
            types: types
        )
        catalog.permission = PermissionPolicy(strategy: .afterSignIn, softPromptEvery: .seconds(86_400))
        catalog.retention = Retention(inbox: .seconds(86_400), deliveryLog: .seconds(86_400), audit: .seconds(86_400))
        catalog.retry = .delays([])
        catalog.quietHours = LocalTime("22:00").flatMap { start in
            LocalTime("08:00").map { end in
                QuietHoursPolicy(
                    window: QuietWindow(start: start, end: end),
                    enabledByDefault: true,
                    editable: true,
                    action: .defer,
                    exempt: [.critical]
                )
            }
        }
        catalog.version = 1
        return catalog
    }
}
