import PealCore

extension DemoWorld {
    /// Meetings and games: reminders with buttons that tell the host who is late.
    static let gss = DemoApp(
        id: "gss",
        name: "Meetups",
        tagline: "One tap on a reminder tells the host who is late; no app is opened.",
        accent: "#4338ca",
        timeZone: "Europe/Berlin",
        users: [
            DemoUser(
                id: "jordan",
                name: "Jordan",
                note: "Host of the park run",
                timeZone: "Europe/Berlin",
                phones: [DemoPhone(platform: .ios), DemoPhone(platform: .web)]
            ),
            DemoUser(
                id: "lukas",
                name: "Lukas",
                note: "Going; reads German",
                locale: "de",
                timeZone: "Europe/Berlin",
                phones: [DemoPhone(platform: .android)]
            ),
            DemoUser(
                id: "dana",
                name: "Dana",
                note: "Going; lives in Lisbon",
                timeZone: "Europe/Lisbon",
                phones: [DemoPhone(platform: .ios)]
            ),
            DemoUser(
                id: "omar",
                name: "Omar",
                note: "Going; blocks notifications",
                timeZone: "Europe/Berlin",
                phones: [DemoPhone(platform: .android, permission: .denied)]
            ),
            DemoUser(
                id: "mia",
                name: "Mia",
                note: "Invited, has not answered",
                timeZone: "Europe/Berlin",
                phones: [DemoPhone(platform: .android)]
            ),
        ],
        entities: [
            DemoEntity(
                ref: parkRun,
                name: "Park run",
                ownerID: "jordan",
                status: "upcoming",
                // Replies are open from two hours before the start; the reminder fires by itself half an hour into the demo.
                times: ["startsAt": .seconds(5_400), "endsAt": .hours(3)],
                attributes: ["event": .string("Park run"), "place": .string("North gate")],
                members: [
                    DemoMember("jordan", "host", "confirmed"),
                    DemoMember("lukas", "participant", "confirmed", ["phone": .string("+49 30 5550 123")]),
                    DemoMember(
                        "dana",
                        "participant",
                        "confirmed",
                        ["phone": .string("+351 21 5550 188"), "note": .string("Brings the cups")]
                    ),
                    DemoMember("omar", "participant", "confirmed", ["email": .string("omar@meetups.example")]),
                    DemoMember("mia", "participant", "invited"),
                ]
            )
        ],
        board: "board.html?host=jordan&event=park-run",
        events: meetingEvents
    )

    private static let parkRun = EntityRef(type: "event", id: "park-run")

    @Sendable private static func meetingEvents(_ moment: DemoMoment) -> [DemoEvent] {
        events(moment) + games(moment)
    }

    private static func events(_ moment: DemoMoment) -> [DemoEvent] {
        let starts = moment.instant(after: .hours(1))
        return [
            DemoEvent(
                title: "Park run starts in an hour",
                explain:
                    "Tap “10 min late” on a phone: the host is notified, and the phone says so. Mia has not answered her invitation.",
                trigger: DemoTrigger(
                    type: "event-reminder",
                    entity: parkRun,
                    data: [
                        "event": .string("Park run"), "place": .string("North gate"),
                        "startsAt": .string(starts.rfc3339),
                    ]
                )
            ),
            DemoEvent(
                title: "Host asks who is late",
                explain: "Jordan asks, so Jordan is not notified.",
                trigger: DemoTrigger(
                    type: "eta-request",
                    entity: parkRun,
                    actor: .user("jordan"),
                    data: [
                        "host": .string("Jordan"), "event": .string("Park run"), "startsAt": .string(starts.rfc3339),
                    ]
                )
            ),
            DemoEvent(
                title: "Dana comes late",
                explain: "To Jordan’s browser. Peal sends the same by itself with each late reply.",
                trigger: DemoTrigger(
                    type: "participant-late",
                    entity: parkRun,
                    actor: .user("dana"),
                    data: [
                        "participant": .string("Dana"), "delay": .string("+15 min"), "event": .string("Park run"),
                    ]
                )
            ),
            DemoEvent(
                title: "Deposit is due",
                explain: "Sent to Mia and Omar. Omar blocks notifications: inbox only.",
                trigger: DemoTrigger(
                    type: "deposit-reminder",
                    audience: .users(["mia", "omar"]),
                    data: [
                        "event": .string("Weekend hike"), "amount": .string("25.00 EUR"), "dueOn": moment.day(after: 5),
                    ]
                )
            ),
        ]
    }

    private static func games(_ moment: DemoMoment) -> [DemoEvent] {
        [
            DemoEvent(
                title: "Streak is at risk",
                explain: "Dana’s 12 days. A later warning replaces an earlier one.",
                trigger: DemoTrigger(type: "streak-risk", audience: .users(["dana"]), data: ["days": .integer(12)])
            ),
            DemoEvent(
                title: "Quest makes progress",
                explain: "Lukas reads it in German. No sound.",
                trigger: DemoTrigger(
                    type: "quest-progress",
                    audience: .users(["lukas"]),
                    data: [
                        "questId": .string("q-7"), "quest": .string("Entdecker"), "percent": .integer(60),
                        "nextStep": .string("zwei weitere Parks besuchen"),
                    ]
                )
            ),
            DemoEvent(
                title: "Dana sends kudos",
                explain: "Sent to Jordan, on both devices.",
                trigger: DemoTrigger(
                    type: "kudos",
                    actor: .user("dana"),
                    audience: .users(["jordan"]),
                    data: ["from": .string("Dana"), "message": .string("Thanks for setting up the run!")]
                )
            ),
            DemoEvent(
                title: "Competition is unlocked",
                explain: "Sent to Dana and Lukas, each in their own language.",
                trigger: DemoTrigger(
                    type: "competitive-unlock",
                    audience: .users(["dana", "lukas"]),
                    data: ["competition": .string("City League"), "startsAt": moment.time(after: .hours(240))]
                )
            ),
            DemoEvent(
                title: "Password was changed",
                explain: "Sent to Mia. The link opens her settings.",
                trigger: DemoTrigger(
                    type: "system",
                    audience: .users(["mia"]),
                    data: [
                        "headline": .string("Your password was changed"),
                        "message": .string("If this was not you, contact support."),
                        "target": .string("/settings/notifications"),
                    ],
                    priority: .high
                )
            ),
        ]
    }
}
