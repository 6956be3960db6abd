import PealCore

/// One app, one type, one user; each test changes the one thing it is about.
struct DecisionFixture {
    var catalog = Self.catalog
    var type: NotificationType
    var category = Category(
        id: "news",
        key: "news",
        name: "news",
        title: Localized(byLocale: ["en": "News"], fallbackLocale: "en"),
        description: Localized(byLocale: ["en": ""], fallbackLocale: "en"),
        icon: "bell",
        adjustable: true,
        defaults: ChannelSwitches(),
        mandatory: .never
    )
    var trigger: Trigger
    var recipient: RecipientSnapshot
    var now = Timestamp(seconds: 1_000_000)
    static let device = DeviceID(UUIDv7(milliseconds: 1, random: (0, 1)))

    private static var catalog: Catalog {
        var catalog = Catalog(
            app: "app",
            name: "App",
            locales: ["en"],
            timeZone: "UTC",
            links: LinkPolicy(scheme: "app", hosts: [], routes: ["/"], fallback: "/"),
            providers: [.fcm],
            installed: .shipped,
            staleAfter: .seconds(90 * 86_400),
            categories: [],
            types: []
        )
        catalog.permission = PermissionPolicy(strategy: .firstLaunch, softPromptEvery: .seconds(30 * 86_400))
        catalog.retention = Retention(inbox: .seconds(1), deliveryLog: .seconds(1), audit: .seconds(1))
        catalog.retry = .delays([])
        catalog.version = 1
        return catalog
    }

    init() throws {
        let text = try Template("hello")
        type = NotificationType(
            id: "hello",
            category: "news",
            allowedAudiences: [.users],
            priority: PriorityRule(fallback: .normal),
            title: Localized(byLocale: ["en": text], fallbackLocale: "en"),
            body: Localized(byLocale: ["en": text], fallbackLocale: "en"),
            link: try Template("/"),
            ttl: .seconds(3_600)
        )
        trigger = Trigger(
            id: TriggerID(UUIDv7(milliseconds: 1, random: (0, 2))),
            app: "app",
            type: "hello",
            audience: .users(["ann"]),
            data: [:],
            dueAt: now,
            acceptedAt: now,
            catalogVersion: 1
        )
        recipient = RecipientSnapshot(
            userID: "ann",
            user: User(id: "ann", createdAt: now, updatedAt: now),
            devices: [
                .init(
                    id: Self.device,
                    provider: .fcm,
                    platform: .android,
                    state: .active,
                    permission: .granted,
                    capabilities: [:],
                    locale: nil,
                    timeZone: nil,
                    lastSeenAt: now
                )
            ]
        )
    }

    var decider: Decider { Decider(catalog: catalog, type: type, category: category, available: [.fcm]) }

    func decide(_ change: (inout Decider.Question) -> Void = { _ in }) -> Decision {
        var question = Decider.Question(
            trigger: trigger,
            recipient: recipient,
            zone: .utc,
            thread: "thread-1",
            now: now
        )
        change(&question)
        return decider.decide(question)
    }

    func quiet(action: QuietAction = .defer, editable: Bool = true) -> QuietHoursPolicy? {
        // 1,000,000 s after 1970 is 13:46:40 UTC.
        guard let start = LocalTime("13:00"), let end = LocalTime("14:00") else { return nil }
        return QuietHoursPolicy(
            window: QuietWindow(start: start, end: end),
            enabledByDefault: true,
            editable: editable,
            action: action,
            exempt: [.critical]
        )
    }
}
