import PealCore

extension DemoWorld {
    static func rideEvents(_ moment: DemoMoment) -> [DemoEvent] {
        let asked = EntityRef(type: "ride", id: DemoTrigger.fresh)
        return [
            DemoEvent(
                title: "Rider requests a ride",
                explain: "High priority while Morgan’s session is active.",
                trigger: DemoTrigger(
                    type: "ride-requested",
                    entity: asked,
                    changes: [
                        EntityPatch(
                            ref: asked,
                            parent: formal,
                            ownerID: "riley",
                            status: "requested",
                            times: ["requestedAt": moment.instant(after: .zero)]
                        )
                    ],
                    actor: .user("riley"),
                    audience: .users(["morgan"]),
                    data: [
                        "rider": .string("Riley"), "pickup": .string("12 Elm Street"),
                        "requestedAt": moment.time(after: .zero),
                    ]
                )
            ),
            DemoEvent(
                title: "Driver accepts the ride",
                explain: "Riley reads who is coming, in which car and when, on both devices.",
                trigger: DemoTrigger(
                    type: "ride-accepted",
                    entity: ride,
                    changes: [EntityPatch(ref: ride, status: "accepted")],
                    actor: .user("morgan"),
                    data: [
                        "driver": .string("Morgan"), "car": .string("a blue Honda Civic (ABC 123)"),
                        "arrivesAt": moment.time(after: .minutes(12)),
                    ]
                )
            ),
            DemoEvent(
                title: "Rider is picked up",
                explain: "Riley is notified that the ride has started.",
                trigger: DemoTrigger(
                    type: "ride-picked-up",
                    entity: ride,
                    changes: [EntityPatch(ref: ride, status: "picked-up")],
                    actor: .user("morgan"),
                    data: ["driver": .string("Morgan")]
                )
            ),
            DemoEvent(
                title: "Driver cancels the ride",
                explain: "Riley is asked to request another driver.",
                trigger: DemoTrigger(
                    type: "ride-cancelled-by-dd",
                    entity: ride,
                    changes: [EntityPatch(ref: ride, status: "cancelled")],
                    actor: .user("morgan"),
                    data: ["driver": .string("Morgan")]
                )
            ),
        ]
    }

    static func sessionEvents(_ moment: DemoMoment) -> [DemoEvent] {
        [
            DemoEvent(
                title: "Driver starts a session",
                explain: "A confirmation: Morgan is notified of their own action.",
                trigger: DemoTrigger(
                    type: "dd-session-started",
                    entity: session,
                    changes: [
                        EntityPatch(ref: session, status: "active", times: ["startsAt": moment.instant(after: .zero)])
                    ],
                    actor: .user("morgan"),
                    data: ["event": .string("Kappa formal"), "startedAt": moment.time(after: .zero)]
                )
            ),
            DemoEvent(
                title: "Four hours on duty",
                explain: "A reminder for Morgan to take a break.",
                trigger: DemoTrigger(
                    type: "dd-session-4h-reminder",
                    entity: session,
                    data: ["event": .string("Kappa formal")]
                )
            ),
            DemoEvent(
                title: "Driver is revoked",
                explain: "Critical: Morgan cannot switch this off.",
                trigger: DemoTrigger(
                    type: "dd-revoked",
                    entity: session,
                    changes: [EntityPatch(ref: session, status: "revoked")],
                    actor: .admin("casey"),
                    data: [
                        "reason": .string("Missed the second sobriety check"),
                        "adminContact": .string("Casey, +1 555 0100"),
                    ]
                )
            ),
        ]
    }

    static func safetyEvents(_ moment: DemoMoment) -> [DemoEvent] {
        [
            DemoEvent(
                title: "Driver fails the sobriety check",
                explain: "Reaches every admin, whatever they switched off. Robin blocks notifications: inbox only.",
                trigger: DemoTrigger(
                    type: "sep-failed",
                    entity: formal,
                    data: [
                        "driver": .string("Morgan"), "event": .string("Kappa formal"),
                        "failedAt": moment.time(after: .zero),
                    ]
                )
            ),
            DemoEvent(
                title: "Alert is resolved",
                explain: "Robin resolved it, so only the other admins are notified.",
                trigger: DemoTrigger(
                    type: "sep-alert-resolved",
                    entity: formal,
                    actor: .admin("robin"),
                    data: [
                        "admin": .string("Robin"), "driver": .string("Morgan"), "event": .string("Kappa formal"),
                    ]
                )
            ),
        ]
    }
}
