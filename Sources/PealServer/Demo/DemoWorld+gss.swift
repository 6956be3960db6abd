import PealCore

extension DemoWorld {
    /// Meetings and games: reminders with buttons that tell the host who is late.
    static let gss = DemoApp(
        id: "gss",
        name: "Meetups",
        tagline: "Meetups and games. Reminders carry buttons that work from the lock screen.",
        accent: "#4338ca",
        timeZone: "Europe/Berlin",
        people: [
            DemoPerson(
                id: "jordan",
                name: "Jordan",
                note: "Host of the park run",
                timeZone: "Europe/Berlin",
                phones: [DemoPhone(platform: .ios), DemoPhone(platform: .web)]
            ),
            DemoPerson(
                id: "lukas",
                name: "Lukas",
                note: "Going; reads German",
                locale: "de",
                timeZone: "Europe/Berlin",
                phones: [DemoPhone(platform: .android)]
            ),
            DemoPerson(
                id: "dana",
                name: "Dana",
                note: "Going; lives in Lisbon",
                timeZone: "Europe/Lisbon",
                phones: [DemoPhone(platform: .ios)]
            ),
            DemoPerson(
                id: "omar",
                name: "Omar",
                note: "Going; blocks notifications",
                timeZone: "Europe/Berlin",
                phones: [DemoPhone(platform: .android, permission: .denied)]
            ),
            DemoPerson(
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
                // The reminder fires by itself two hours into the demo.
                times: ["startsAt": .hours(3), "endsAt": .hours(4)],
                attributes: ["event": .string("Park run"), "place": .string("North gate")],
                members: [
                    DemoMember("jordan", "host", "confirmed"), DemoMember("lukas", "participant", "confirmed"),
                    DemoMember("dana", "participant", "confirmed"), DemoMember("omar", "participant", "confirmed"),
                    DemoMember("mia", "participant", "invited"),
                ]
            )
        ],
        happenings: meetingHappenings
    )

    private static let parkRun = EntityRef(type: "event", id: "park-run")

    @Sendable private static func meetingHappenings(_ moment: DemoMoment) -> [DemoHappening] {
        events(moment) + games(moment)
    }

    private static func events(_ moment: DemoMoment) -> [DemoHappening] {
        let starts = moment.instant(after: .hours(1))
        return [
            DemoHappening(
                title: "Park run starts in an hour",
                explain: "Everyone who is going is asked for an ETA. Mia has not answered her invitation.",
                trigger: DemoTrigger(
                    type: "event-reminder",
                    entity: parkRun,
                    data: [
                        "event": .string("Park run"), "place": .string("North gate"),
                        "startsAt": .string(starts.rfc3339),
                    ]
                )
            ),
            DemoHappening(
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
            DemoHappening(
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

    private static func games(_ moment: DemoMoment) -> [DemoHappening] {
        [
            DemoHappening(
                title: "Streak is at risk",
                explain: "Dana’s 12 days. A later warning replaces an earlier one.",
                trigger: DemoTrigger(type: "streak-risk", audience: .users(["dana"]), data: ["days": .integer(12)])
            ),
            DemoHappening(
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
            DemoHappening(
                title: "Dana sends kudos",
                explain: "Sent to Jordan, on both devices.",
                trigger: DemoTrigger(
                    type: "kudos",
                    actor: .user("dana"),
                    audience: .users(["jordan"]),
                    data: ["from": .string("Dana"), "message": .string("Thanks for setting up the run!")]
                )
            ),
            DemoHappening(
                title: "Competition is unlocked",
                explain: "Sent to Dana and Lukas, each in their own language.",
                trigger: DemoTrigger(
                    type: "competitive-unlock",
                    audience: .users(["dana", "lukas"]),
                    data: ["competition": .string("City League"), "startsAt": moment.time(after: .hours(240))]
                )
            ),
            DemoHappening(
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
