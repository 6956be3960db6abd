import PealCore

extension DemoWorld {
    /// Matching and chat: where people are is chosen so that for Taylor it is night and for the others it is not.
    static func match(startedAt now: Timestamp) -> DemoApp {
        let day = DemoZone.nearest(to: 12, at: now)
        let later = DemoZone.nearest(to: 16, at: now)
        let night = DemoZone.nearest(to: 1, at: now)
        return DemoApp(
            id: "match",
            name: "Match",
            tagline: "Matches and chats, quiet from ten at night to eight in the morning.",
            accent: "#be185d",
            timeZone: day.name,
            people: [
                DemoPerson(
                    id: "alex",
                    name: "Alex",
                    note: "In \(day.city)",
                    timeZone: day.name,
                    phones: [DemoPhone(platform: .ios), DemoPhone(platform: .web)]
                ),
                DemoPerson(
                    id: "sam",
                    name: "Sam",
                    note: "In \(later.city); reads Spanish",
                    locale: "es",
                    timeZone: later.name,
                    phones: [DemoPhone(platform: .android)]
                ),
                DemoPerson(
                    id: "taylor",
                    name: "Taylor",
                    note: "In \(night.city), half a day away",
                    timeZone: night.name,
                    phones: [DemoPhone(platform: .android)]
                ),
                DemoPerson(
                    id: "priya",
                    name: "Priya",
                    note: "In \(day.city); notifications not allowed",
                    timeZone: day.name,
                    phones: [DemoPhone(platform: .ios, permission: .denied)]
                ),
            ],
            entities: [
                DemoEntity(
                    ref: alexAndSam,
                    status: "mutual",
                    times: ["expiresAt": .hours(24)],
                    members: [DemoMember("alex", "participant"), DemoMember("sam", "participant")]
                ),
                DemoEntity(
                    ref: priyaAndSam,
                    status: "open",
                    times: ["expiresAt": .hours(6)],
                    members: [DemoMember("priya", "participant"), DemoMember("sam", "participant")]
                ),
                DemoEntity(
                    ref: chat,
                    members: [
                        DemoMember("alex", "participant"), DemoMember("sam", "participant"),
                        DemoMember("taylor", "participant"),
                    ]
                ),
            ],
            happenings: matchHappenings
        )
    }

    private static let alexAndSam = EntityRef(type: "match", id: "alex-sam")
    private static let priyaAndSam = EntityRef(type: "match", id: "priya-sam")
    private static let chat = EntityRef(type: "conversation", id: "friday-dinner")

    @Sendable private static func matchHappenings(_ moment: DemoMoment) -> [DemoHappening] {
        [
            DemoHappening(
                title: "New match offers are ready",
                explain: "For everybody; where it is night, it waits until eight in the morning.",
                trigger: DemoTrigger(type: "new-offer", audience: .everybody, data: ["count": .integer(5)])
            ),
            DemoHappening(
                title: "It is a match",
                explain: "Alex hears that Sam said yes, with a sound of its own.",
                trigger: DemoTrigger(
                    type: "mutual",
                    entity: alexAndSam,
                    actor: .user("sam"),
                    audience: .users(["alex"]),
                    data: ["name": .string("Sam")]
                )
            ),
            DemoHappening(
                title: "A new chat message",
                explain: "Alex writes and hears nothing; Sam and Taylor hear, in the morning if it is night for them.",
                trigger: DemoTrigger(
                    type: "message",
                    entity: chat,
                    actor: .user("alex"),
                    data: ["sender": .string("Alex"), "preview": .string("Are you free on Friday? I found a place.")]
                )
            ),
            DemoHappening(
                title: "A match is about to expire",
                explain: "To Priya, who allows no notifications: her inbox has it.",
                trigger: DemoTrigger(
                    type: "expiring",
                    entity: priyaAndSam,
                    changes: [EntityPatch(ref: priyaAndSam, times: ["expiresAt": moment.instant(after: .hours(6))])],
                    audience: .users(["priya"]),
                    data: ["name": .string("Sam"), "expiresAt": moment.time(after: .hours(6))]
                )
            ),
            DemoHappening(
                title: "A critical safety notice",
                explain: "It passes quiet hours: phones show it at night too.",
                trigger: DemoTrigger(
                    type: "system",
                    audience: .everybody,
                    data: [
                        "headline": .string("Check your account"),
                        "message": .string("Somebody tried to sign in to many accounts. Please look at yours."),
                        "target": .string("/settings/notifications"),
                    ],
                    priority: .critical
                )
            ),
        ]
    }
}
