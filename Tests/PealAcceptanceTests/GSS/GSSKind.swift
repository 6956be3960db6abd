import Testing

/// A type of the GSS catalog with data to trigger it, and what S0 says of it.
struct GSSKind: Sendable, CustomTestStringConvertible {
    let type: String
    /// The key in S0's preference object.
    let key: String
    /// The deep link it carries, for the entity `event/e1`.
    let link: String
    let data: JSON

    var testDescription: String { type }

    /// S0's six categories (R252), each with its one type.
    static let adjustable: [GSSKind] = [
        GSSKind(
            type: "event-reminder",
            key: "eventReminders",
            link: "/events/e1",
            data: ["event": "Lunch run", "place": "Town park", "startsAt": "2030-01-15T18:00:00Z"]
        ),
        GSSKind(type: "streak-risk", key: "streakRisk", link: "/streaks", data: ["days": 12]),
        GSSKind(
            type: "quest-progress",
            key: "questProgress",
            link: "/quests/q-7",
            data: ["questId": "q-7", "quest": "Explorer", "percent": 60, "nextStep": "Visit two more parks"]
        ),
        GSSKind(type: "kudos", key: "kudos", link: "/kudos", data: ["from": "Dana", "message": "Thanks!"]),
        GSSKind(
            type: "deposit-reminder",
            key: "depositReminders",
            link: "/deposits",
            data: ["event": "Weekend hike", "amount": "25.00 USD", "dueOn": "2030-01-25"]
        ),
        GSSKind(
            type: "competitive-unlock",
            key: "competitiveUnlock",
            link: "/competitions",
            data: ["competition": "City League", "startsAt": "2030-02-01T17:00:00Z"]
        ),
    ]

    /// A trigger of it for one user.
    func trigger(for user: String) -> JSON {
        ["type": "\(type)", "entity": "event/e1", "to": ["users": ["\(user)"]], "data": data]
    }

    static let kudos: JSON = ["from": "Dana", "message": "Thanks!"]
}
