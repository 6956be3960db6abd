import PealCore

extension DemoWorld {
    /// Meetings and games: reminders with buttons that tell the host who is late.
    static let gss = DemoApp(
        id: "gss",
        name: "GSS",
        tagline: "Meet, play, keep your streak. Reminders come with buttons for the lock screen.",
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
                note: "Has said yes; reads German",
                locale: "de",
                timeZone: "Europe/Berlin",
                phones: [DemoPhone(platform: .android)]
            ),
            DemoPerson(
                id: "dana",
                name: "Dana",
                note: "Has said yes; her clock is an hour behind",
                timeZone: "Europe/Lisbon",
                phones: [DemoPhone(platform: .ios)]
            ),
            DemoPerson(
                id: "omar",
                name: "Omar",
                note: "Has said yes; notifications not allowed",
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
                title: "An event starts in an hour",
                explain: "Everybody who said yes is asked to answer with a button; Mia has not said yes.",
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
                title: "The host asks who is late",
                explain: "Jordan asks, so Jordan’s own phones stay silent.",
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
                title: "A deposit is due",
                explain: "To Mia and Omar; Omar finds it in his inbox only.",
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
                title: "A streak is at risk",
                explain: "Dana’s twelve days; a later warning replaces an earlier one.",
                trigger: DemoTrigger(type: "streak-risk", audience: .users(["dana"]), data: ["days": .integer(12)])
            ),
            DemoHappening(
                title: "A quest moves on",
                explain: "Lukas, in German and without a sound.",
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
                title: "Somebody sends kudos",
                explain: "From Dana to Jordan, on all of Jordan’s devices.",
                trigger: DemoTrigger(
                    type: "kudos",
                    actor: .user("dana"),
                    audience: .users(["jordan"]),
                    data: ["from": .string("Dana"), "message": .string("Thanks for setting up the run!")]
                )
            ),
            DemoHappening(
                title: "A competition is unlocked",
                explain: "For Dana and Lukas, each in their own language.",
                trigger: DemoTrigger(
                    type: "competitive-unlock",
                    audience: .users(["dana", "lukas"]),
                    data: ["competition": .string("City League"), "startsAt": moment.time(after: .hours(240))]
                )
            ),
            DemoHappening(
                title: "News about an account",
                explain: "Mia’s password was changed; the link leads to her settings.",
                trigger: DemoTrigger(
                    type: "system",
                    audience: .users(["mia"]),
                    data: [
                        "headline": .string("Your password was changed"),
                        "message": .string("Was it not you? Tell us at once."),
                        "target": .string("/settings/notifications"),
                    ],
                    priority: .high
                )
            ),
        ]
    }
}
