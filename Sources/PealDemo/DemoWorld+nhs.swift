import PealCore

extension DemoWorld {
    /// A school app: what an organisation tells its members, and nobody of another organisation.
    static let nhs = DemoApp(
        id: "nhs",
        name: "School",
        tagline: "Announcements, events, volunteer hours and check-ins.",
        accent: "#1d4ed8",
        timeZone: "America/Chicago",
        pushServices: DemoApp.servicesOfExpo,
        users: [
            DemoUser(
                id: "mia",
                name: "Mia",
                note: "Member; Bluetooth allowed",
                timeZone: "America/Chicago",
                phones: [DemoPhone(platform: .android, capabilities: ["bluetooth": "granted"])]
            ),
            DemoUser(
                id: "leo",
                name: "Leo",
                note: "Member; Bluetooth denied",
                timeZone: "America/Chicago",
                phones: [DemoPhone(platform: .ios, capabilities: ["bluetooth": "denied"])]
            ),
            DemoUser(
                id: "ana",
                name: "Ana",
                note: "California; reads Spanish",
                locale: "es",
                timeZone: "America/Los_Angeles",
                phones: [DemoPhone(platform: .ios, capabilities: ["bluetooth": "granted"]), DemoPhone(platform: .web)]
            ),
            DemoUser(
                id: "noah",
                name: "Noah",
                note: "Blocks notifications",
                timeZone: "America/Chicago",
                phones: [
                    DemoPhone(platform: .android, permission: .denied, capabilities: ["bluetooth": "granted"])
                ]
            ),
            DemoUser(
                id: "garcia",
                name: "Ms Garcia",
                note: "Officer who posts",
                timeZone: "America/Chicago",
                phones: [DemoPhone(platform: .android, capabilities: ["bluetooth": "granted"])]
            ),
            DemoUser(
                id: "zoe",
                name: "Zoe",
                note: "Member of another school",
                timeZone: "America/Chicago",
                phones: [DemoPhone(platform: .ios, capabilities: ["bluetooth": "granted"])]
            ),
        ],
        entities: [
            DemoEntity(
                ref: lincoln,
                name: "Lincoln High",
                members: [
                    DemoMember("mia", "member"), DemoMember("leo", "member"), DemoMember("ana", "member"),
                    DemoMember("noah", "member"), DemoMember("garcia", "officer"),
                ]
            ),
            DemoEntity(
                ref: EntityRef(type: "org", id: "roosevelt"),
                name: "Roosevelt High",
                members: [DemoMember("zoe", "member")]
            ),
        ],
        events: schoolEvents
    )

    private static let lincoln = EntityRef(type: "org", id: "lincoln")

    private static func new(_ type: EntityTypeID) -> EntityRef { EntityRef(type: type, id: DemoTrigger.fresh) }

    @Sendable private static func schoolEvents(_ moment: DemoMoment) -> [DemoEvent] {
        [
            DemoEvent(
                title: "Announcement is posted",
                explain: "Sent to all members of Lincoln High. Ms Garcia wrote it; Zoe attends another school.",
                trigger: DemoTrigger(
                    type: "announcement",
                    entity: new("announcement"),
                    changes: [EntityPatch(ref: new("announcement"), parent: lincoln)],
                    actor: .user("garcia"),
                    data: [
                        "title": .string("Meeting moved to Thursday"),
                        "preview": .string("We meet in room 12 at three o’clock. Bring your hours sheet."),
                    ]
                )
            ),
            DemoEvent(
                title: "Event is created",
                explain: "Each member reads the date in their own language and time zone.",
                trigger: DemoTrigger(
                    type: "event-created",
                    entity: new("event"),
                    changes: [
                        EntityPatch(
                            ref: new("event"),
                            parent: lincoln,
                            times: [
                                "startsAt": moment.instant(after: .hours(72)),
                                "endsAt": moment.instant(after: .hours(75)),
                            ]
                        )
                    ],
                    actor: .user("garcia"),
                    data: [
                        "title": .string("Food drive"), "startsAt": moment.time(after: .hours(72)),
                        "location": .string("Main hall"),
                    ]
                )
            ),
            DemoEvent(
                title: "Hours are approved",
                explain: "Mia’s park clean-up. Only she is notified.",
                trigger: hours("hours-approved", of: "mia", 2.5, "Park clean-up", reason: nil)
            ),
            DemoEvent(
                title: "Hours are rejected",
                explain: "Leo’s library shift, with the reason.",
                trigger: hours(
                    "hours-rejected",
                    of: "leo",
                    3,
                    "Library shift",
                    reason: "The signature of the supervisor is missing."
                )
            ),
            DemoEvent(
                title: "Bluetooth check-in opens",
                explain: "Urgent for 15 minutes. Leo’s phone does not allow Bluetooth, so it gets no push.",
                trigger: DemoTrigger(
                    type: "ble-session-started",
                    entity: new("session"),
                    changes: [
                        EntityPatch(
                            ref: new("session"),
                            parent: lincoln,
                            times: [
                                "startsAt": moment.instant(after: .zero),
                                "endsAt": moment.instant(after: .minutes(15)),
                            ]
                        )
                    ],
                    actor: .user("garcia"),
                    data: ["event": .string("Weekly meeting"), "duration": .string("PT15M")]
                )
            ),
        ]
    }

    private static func hours(
        _ type: TypeID,
        of member: UserID,
        _ count: Double,
        _ activity: String,
        reason: String?
    ) -> DemoTrigger {
        var data: [String: JSONValue] = ["hours": .number(count), "activity": .string(activity)]
        if let reason { data["reason"] = .string(reason) }
        let status = reason == nil ? "approved" : "rejected"
        return DemoTrigger(
            type: type,
            entity: new("hours-request"),
            changes: [EntityPatch(ref: new("hours-request"), parent: lincoln, ownerID: member, status: status)],
            actor: .user("garcia"),
            audience: .users([member]),
            data: data
        )
    }
}
