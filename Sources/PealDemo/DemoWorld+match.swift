import PealCore

extension DemoWorld {
    /// Matching and chat: where users are is chosen so that for Taylor it is night and for the others it is not.
    static func match(startedAt now: Timestamp) -> DemoApp {
        let day = DemoZone.nearest(to: 12, at: now)
        let later = DemoZone.nearest(to: 16, at: now)
        let night = DemoZone.nearest(to: 1, at: now)
        return DemoApp(
            id: "match",
            name: "Dating",
            tagline: "Matches and chats, with quiet hours from 22:00 to 08:00.",
            accent: "#be185d",
            timeZone: day.name,
            pushServices: DemoApp.servicesOfExpo,
            users: [
                DemoUser(
                    id: "alex",
                    name: "Alex",
                    note: "In \(day.city)",
                    timeZone: day.name,
                    phones: [DemoPhone(platform: .ios), DemoPhone(platform: .web)]
                ),
                DemoUser(
                    id: "sam",
                    name: "Sam",
                    note: "In \(later.city); reads Spanish",
                    locale: "es",
                    timeZone: later.name,
                    phones: [DemoPhone(platform: .android), DemoPhone(platform: .web)]
                ),
                DemoUser(
                    id: "taylor",
                    name: "Taylor",
                    note: "In \(night.city), at night",
                    timeZone: night.name,
                    phones: [DemoPhone(platform: .android)]
                ),
                DemoUser(
                    id: "priya",
                    name: "Priya",
                    note: "Blocks notifications",
                    timeZone: day.name,
                    phones: [DemoPhone(platform: .ios, permission: .denied)]
                ),
            ],
            entities: [
                DemoEntity(
                    ref: alexAndSam,
                    name: "Alex and Sam",
                    status: "mutual",
                    times: ["expiresAt": .hours(24)],
                    members: [DemoMember("alex", "participant"), DemoMember("sam", "participant")]
                ),
                DemoEntity(
                    ref: priyaAndSam,
                    name: "Priya and Sam",
                    status: "open",
                    times: ["expiresAt": .hours(6)],
                    members: [DemoMember("priya", "participant"), DemoMember("sam", "participant")]
                ),
                DemoEntity(
                    ref: chat,
                    name: "Friday dinner",
                    members: [
                        DemoMember("alex", "participant"), DemoMember("sam", "participant"),
                        DemoMember("taylor", "participant"),
                    ]
                ),
            ],
            events: matchEvents
        )
    }

    private static let alexAndSam = EntityRef(type: "match", id: "alex-sam")
    private static let priyaAndSam = EntityRef(type: "match", id: "priya-sam")
    private static let chat = EntityRef(type: "conversation", id: "friday-dinner")

    @Sendable private static func matchEvents(_ moment: DemoMoment) -> [DemoEvent] {
        [
            DemoEvent(
                title: "New matches are ready",
                explain: "Sent to everyone. Where it is night, it waits until 08:00.",
                trigger: DemoTrigger(type: "new-offer", audience: .everybody, data: ["count": .integer(5)])
            ),
            DemoEvent(
                title: "It’s a match",
                explain: "Sam said yes. Alex is notified, with the match sound.",
                trigger: DemoTrigger(
                    type: "mutual",
                    entity: alexAndSam,
                    actor: .user("sam"),
                    audience: .users(["alex"]),
                    data: ["name": .string("Sam")]
                )
            ),
            DemoEvent(
                title: "New chat message",
                explain: "Alex writes to Sam and Taylor. Where it is night, it waits until 08:00.",
                trigger: DemoTrigger(
                    type: "message",
                    entity: chat,
                    actor: .user("alex"),
                    data: ["sender": .string("Alex"), "preview": .string("Are you free on Friday? I found a place.")]
                )
            ),
            DemoEvent(
                title: "Match is about to expire",
                explain: "Sent to Priya, who blocks notifications: inbox only.",
                trigger: DemoTrigger(
                    type: "expiring",
                    entity: priyaAndSam,
                    changes: [EntityPatch(ref: priyaAndSam, times: ["expiresAt": moment.instant(after: .hours(6))])],
                    audience: .users(["priya"]),
                    data: ["name": .string("Sam"), "expiresAt": moment.time(after: .hours(6))]
                )
            ),
            DemoEvent(
                title: "Critical safety notice",
                explain: "Bypasses quiet hours: phones show it at night too.",
                trigger: DemoTrigger(
                    type: "system",
                    audience: .everybody,
                    data: [
                        "headline": .string("Check your account"),
                        "message": .string("There were sign-in attempts on many accounts. Please check yours."),
                        "target": .string("/settings/notifications"),
                    ],
                    priority: .critical
                )
            ),
        ]
    }
}
