import PealCore

extension DemoWorld {
    /// Designated drivers: rides, sessions, and safety alerts that nobody in charge can switch off.
    static let dsober = DemoApp(
        id: "dsober",
        name: "Safe Rides",
        tagline: "Rides home from parties. A failed sobriety check (SEP) always reaches the admins.",
        accent: "#b45309",
        timeZone: "America/New_York",
        users: [
            DemoUser(
                id: "casey",
                name: "Casey",
                note: "Admin of the group",
                timeZone: "America/New_York",
                phones: [DemoPhone(platform: .ios)]
            ),
            DemoUser(
                id: "robin",
                name: "Robin",
                note: "Admin; blocks notifications",
                timeZone: "America/New_York",
                phones: [DemoPhone(platform: .android, permission: .denied)]
            ),
            DemoUser(
                id: "morgan",
                name: "Morgan",
                note: "Designated driver (DD)",
                timeZone: "America/New_York",
                phones: [DemoPhone(platform: .android)]
            ),
            DemoUser(
                id: "riley",
                name: "Riley",
                note: "Rider tonight",
                timeZone: "America/New_York",
                phones: [DemoPhone(platform: .ios), DemoPhone(platform: .web)]
            ),
            DemoUser(
                id: "sofia",
                name: "Sofía",
                note: "Guest; reads Spanish",
                locale: "es",
                timeZone: "America/Mexico_City",
                phones: [DemoPhone(platform: .android)]
            ),
            DemoUser(
                id: "jamie",
                name: "Jamie",
                note: "Has not viewed the event",
                timeZone: "America/Chicago",
                phones: [DemoPhone(platform: .ios)]
            ),
        ],
        entities: [
            DemoEntity(
                ref: EntityRef(type: "group", id: "kappa"),
                name: "Kappa",
                members: [
                    DemoMember("casey", "admin"), DemoMember("robin", "admin"), DemoMember("morgan", "dd"),
                    DemoMember("riley", "rider"), DemoMember("sofia", "member"), DemoMember("jamie", "member"),
                ]
            ),
            party(formal, "Kappa formal", "active", starts: .hours(-1)),
            party(lakeDay, "Lake day", "upcoming", starts: .hours(72)),
            DemoEntity(
                ref: ride,
                name: "Riley’s ride",
                parent: formal,
                ownerID: "riley",
                status: "requested",
                times: ["requestedAt": .minutes(-5)],
                members: [DemoMember("morgan", "dd"), DemoMember("riley", "rider")]
            ),
            DemoEntity(
                ref: session,
                name: "Morgan’s session",
                parent: formal,
                ownerID: "morgan",
                status: "active",
                // The reminder after four hours fires by itself three hours into the demo.
                times: ["startsAt": .hours(-1)],
                attributes: ["event": .string("Kappa formal")],
                members: [DemoMember("morgan", "dd")]
            ),
        ],
        events: { moment in
            safetyEvents(moment) + rideEvents(moment) + sessionEvents(moment) + groupEvents(moment)
                + requestEvents(moment)
        }
    )

    static let formal = EntityRef(type: "event", id: "kappa-formal")
    static let lakeDay = EntityRef(type: "event", id: "lake-day")
    static let ride = EntityRef(type: "ride", id: "elm-street")
    static let session = EntityRef(type: "session", id: "morgan-tonight")

    /// An event of the group that the same users care for.
    private static func party(_ ref: EntityRef, _ name: String, _ status: String, starts: Duration) -> DemoEntity {
        DemoEntity(
            ref: ref,
            name: name,
            parent: EntityRef(type: "group", id: "kappa"),
            status: status,
            times: ["startsAt": starts, "endsAt": starts + .hours(6)],
            members: [
                DemoMember("casey", "admin", "interacted"), DemoMember("morgan", "dd", "dd"),
                DemoMember("riley", "rider", "rider"), DemoMember("sofia", "member", "interacted"),
            ]
        )
    }
}
