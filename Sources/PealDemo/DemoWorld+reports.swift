import PealCore

extension DemoWorld {
    /// Citizen reports: only the owner hears, once per change.
    static let reports = DemoApp(
        id: "reports",
        name: "City Reports",
        tagline: "Citizens are notified when their own report changes, once per change.",
        accent: "#0f766e",
        timeZone: "Europe/Paris",
        users: [
            DemoUser(
                id: "rahul",
                name: "Rahul",
                note: "Reported a street lamp",
                timeZone: "Europe/Paris",
                phones: [DemoPhone(platform: .android), DemoPhone(platform: .web)]
            ),
            DemoUser(
                id: "claire",
                name: "Claire",
                note: "Reported a park bench",
                locale: "fr",
                timeZone: "America/Toronto",
                phones: [DemoPhone(platform: .ios), DemoPhone(platform: .web)]
            ),
            DemoUser(
                id: "nadia",
                name: "Nadia",
                note: "Blocks notifications",
                timeZone: "Europe/Paris",
                phones: [DemoPhone(platform: .android, permission: .denied)]
            ),
            DemoUser(
                id: "tom",
                name: "Tom",
                note: "Officer; sets the status",
                timeZone: "Europe/Paris",
                phones: [DemoPhone(platform: .ios)]
            ),
        ],
        entities: [
            report(lamp, "Broken street lamp", of: "rahul", "submitted", since: .hours(-20)),
            report(bench, "Broken park bench", of: "claire", "assigned", since: .hours(-50)),
            report(pothole, "Pothole in Mill Street", of: "nadia", "submitted", since: .hours(-3)),
        ],
        events: reportEvents
    )

    private static let lamp = EntityRef(type: "report", id: "street-lamp")
    private static let bench = EntityRef(type: "report", id: "park-bench")
    private static let pothole = EntityRef(type: "report", id: "pothole")

    private static func report(
        _ ref: EntityRef,
        _ name: String,
        of owner: UserID,
        _ status: String,
        since: Duration
    ) -> DemoEntity {
        DemoEntity(ref: ref, name: name, ownerID: owner, status: status, times: ["submittedAt": since])
    }

    @Sendable private static func reportEvents(_ moment: DemoMoment) -> [DemoEvent] {
        [
            DemoEvent(
                title: "Report is assigned",
                explain: "Rahul’s street lamp. Only he is notified, on both devices.",
                trigger: assigned(lamp, "Broken street lamp", transition: DemoTrigger.fresh, at: moment)
            ),
            DemoEvent(
                title: "Report is resolved",
                explain: "Claire’s bench. She reads it in French, on both devices.",
                trigger: DemoTrigger(
                    type: "resolved",
                    entity: bench,
                    changes: [
                        EntityPatch(ref: bench, status: "resolved", times: ["resolvedAt": moment.instant(after: .zero)])
                    ],
                    transition: DemoTrigger.fresh,
                    actor: .user("tom"),
                    data: ["title": .string("Banc abîmé au parc")]
                )
            ),
            DemoEvent(
                title: "Same change is sent twice",
                explain: "Press it twice: the second request is a duplicate and is ignored.",
                trigger: assigned(lamp, "Broken street lamp", transition: "status-change-8841", at: moment)
            ),
            DemoEvent(
                title: "Report of a user who blocks notifications",
                explain: "Nadia’s pothole. Her phone stays silent; ask why.",
                trigger: assigned(pothole, "Pothole in Mill Street", transition: DemoTrigger.fresh, at: moment)
            ),
        ]
    }

    private static func assigned(
        _ report: EntityRef,
        _ title: String,
        transition: String,
        at moment: DemoMoment
    ) -> DemoTrigger {
        DemoTrigger(
            type: "assigned",
            entity: report,
            changes: [
                EntityPatch(ref: report, status: "assigned", times: ["assignedAt": moment.instant(after: .zero)])
            ],
            transition: transition,
            actor: .user("tom"),
            data: ["title": .string(title)]
        )
    }
}
