import PealCore

/// Makes up what happened: mostly a report that was assigned, now and then a new event of an organisation.
///
/// Announcements would do as well, but the catalog permits ten a day.
struct Statements {
    let population: Population

    func next(number: Int, random: inout SeededRandom) -> TriggerRequest {
        let isEvent = random.unit() < 0.04
        let idempotencyKey = random.unit() < 0.4 ? "key-\(number)" : nil
        if isEvent {
            let entity = "event/e\(number)"
            let organisation = random.unit() < 0.15 ? Population.crowd : Population.club
            return request(
                number,
                "nhs",
                .members(organisation),
                entity,
                idempotencyKey,
                [
                    "type": .string("event-created"), "entity": .string(entity),
                    "entities": .object([entity: .object(["parent": .string(organisation)])]),
                    "data": .object([
                        "title": .string("Food drive \(number)"), "startsAt": .string("2026-11-28T15:00:00Z"),
                        "location": .string("Main hall"),
                    ]),
                ]
            )
        }
        let owner = population.owners[Int(random.next() % UInt64(population.owners.count))]
        let entity = "report/r\(number)"
        return request(
            number,
            "reports",
            .owner(owner),
            entity,
            idempotencyKey,
            [
                "type": .string("assigned"), "entity": .string(entity), "transition": .string("change-\(number)"),
                "entities": .object([entity: .object(["ownerId": .string(owner), "status": .string("assigned")])]),
                "data": .object(["title": .string("Broken lamp \(number)")]),
            ]
        )
    }

    private func request(
        _ number: Int,
        _ app: String,
        _ audience: TriggerRequest.Audience,
        _ entity: String,
        _ idempotencyKey: String?,
        _ body: [String: JSONValue]
    ) -> TriggerRequest {
        TriggerRequest(
            number: number,
            app: app,
            audience: audience,
            entity: entity,
            body: JSONWriter.bytes { $0.value(.object(body)) },
            idempotencyKey: idempotencyKey
        )
    }
}
