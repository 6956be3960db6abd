import PealCore

extension DemoWorld {
    static func groupEvents(_ moment: DemoMoment) -> [DemoEvent] {
        let starts = moment.instant(after: .hours(72))
        let times = ["startsAt": starts, "endsAt": moment.instant(after: .hours(78))]
        return [
            DemoEvent(
                title: "Party begins",
                explain: "Sent to everyone who drives, rides or viewed it. Jamie did not.",
                trigger: DemoTrigger(
                    type: "event-active",
                    entity: formal,
                    changes: [
                        EntityPatch(
                            ref: formal,
                            status: "active",
                            times: [
                                "startsAt": moment.instant(after: .zero), "endsAt": moment.instant(after: .hours(6)),
                            ]
                        )
                    ],
                    data: ["event": .string("Kappa formal")]
                )
            ),
            DemoEvent(
                title: "Party is cancelled",
                explain: "Casey cancels the lake day. Sofía reads it in Spanish.",
                trigger: DemoTrigger(
                    type: "event-cancelled",
                    entity: lakeDay,
                    changes: [EntityPatch(ref: lakeDay, status: "cancelled", times: times)],
                    actor: .admin("casey"),
                    data: ["event": .string("Lake day"), "startsAt": .string(starts.rfc3339)]
                )
            ),
            DemoEvent(
                title: "Driver is assigned",
                explain: "Jamie reads the time in the time zone of Chicago.",
                trigger: DemoTrigger(
                    type: "dd-assigned",
                    entity: lakeDay,
                    changes: [EntityPatch(ref: lakeDay, times: times)],
                    actor: .admin("casey"),
                    audience: .users(["jamie"]),
                    data: ["event": .string("Lake day"), "startsAt": .string(starts.rfc3339)]
                )
            ),
        ]
    }

    static func requestEvents(_ moment: DemoMoment) -> [DemoEvent] {
        [
            DemoEvent(
                title: "Request to drive is approved",
                explain: "Jamie reads what comes next.",
                trigger: request("dd-request-approved", of: "jamie", [:])
            ),
            DemoEvent(
                title: "Request to drive is rejected",
                explain: "Sofía reads the reason, in Spanish.",
                trigger: request(
                    "dd-request-rejected",
                    of: "sofia",
                    ["reason": .string("La foto de tu carnet no se puede leer.")]
                )
            ),
            DemoEvent(
                title: "Request to drive is incomplete",
                explain: "Jamie reads what is missing.",
                trigger: request(
                    "dd-request-info-needed",
                    of: "jamie",
                    ["needed": .string("A photo of your driving licence")]
                )
            ),
        ]
    }

    private static func request(_ type: TypeID, of user: UserID, _ data: [String: JSONValue]) -> DemoTrigger {
        DemoTrigger(
            type: type,
            entity: lakeDay,
            actor: .admin("casey"),
            audience: .users([user]),
            data: data.merging(["event": .string("Lake day")]) { given, _ in given }
        )
    }
}
