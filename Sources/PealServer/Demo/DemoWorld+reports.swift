import PealCore

extension DemoWorld {
    /// Citizen reports: only the owner hears, once per change.
    static let reports = DemoApp(
        id: "reports",
        name: "Citizen Reports",
        tagline: "A citizen hears when their report moves on; nobody else does.",
        accent: "#0f766e",
        timeZone: "Europe/Paris",
        people: [
            DemoPerson(
                id: "rahul",
                name: "Rahul",
                note: "Citizen, reported a broken street lamp",
                timeZone: "Europe/Paris",
                phones: [DemoPhone(platform: .android), DemoPhone(platform: .web)]
            ),
            DemoPerson(
                id: "claire",
                name: "Claire",
                note: "Citizen, reported a damaged bench; reads French",
                locale: "fr",
                timeZone: "America/Toronto",
                phones: [DemoPhone(platform: .ios)]
            ),
            DemoPerson(
                id: "nadia",
                name: "Nadia",
                note: "Citizen, reported a pothole; notifications not allowed",
                timeZone: "Europe/Paris",
                phones: [DemoPhone(platform: .android, permission: .denied)]
            ),
            DemoPerson(
                id: "tom",
                name: "Tom",
                note: "Officer: changes the status, hears nothing",
                timeZone: "Europe/Paris",
                phones: [DemoPhone(platform: .ios)]
            ),
        ],
        entities: [
            DemoEntity(ref: lamp, ownerID: "rahul", status: "submitted", times: ["submittedAt": .hours(-20)]),
            DemoEntity(ref: bench, ownerID: "claire", status: "assigned", times: ["submittedAt": .hours(-50)]),
            DemoEntity(ref: pothole, ownerID: "nadia", status: "submitted", times: ["submittedAt": .hours(-3)]),
        ],
        happenings: reportHappenings
    )

    private static let lamp = EntityRef(type: "report", id: "street-lamp")
    private static let bench = EntityRef(type: "report", id: "park-bench")
    private static let pothole = EntityRef(type: "report", id: "pothole")

    @Sendable private static func reportHappenings(_ moment: DemoMoment) -> [DemoHappening] {
        [
            DemoHappening(
                title: "A report is assigned to a team",
                explain: "Rahul’s street lamp: all his devices hear of it, nobody else does.",
                trigger: assigned(lamp, "Broken street lamp", transition: DemoTrigger.fresh, at: moment)
            ),
            DemoHappening(
                title: "A report is resolved",
                explain: "Claire’s bench: she reads it in French.",
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
            DemoHappening(
                title: "The same change is said twice",
                explain: "Press it again: one change of a report is told once.",
                trigger: assigned(lamp, "Broken street lamp", transition: "status-change-8841", at: moment)
            ),
            DemoHappening(
                title: "A report of someone who allows no notifications",
                explain: "Nadia’s pothole: her phone stays silent, and “Why?” says the reason.",
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
