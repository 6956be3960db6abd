import Testing

/// A row of S1's table of notification types.
struct MatchKind: Sendable, CustomTestStringConvertible {
    let trigger: JSON
    let priority: String
    let sound: String?
    let link: String
    let title: String

    var testDescription: String { trigger["type"].string ?? "" }

    static let all: [MatchKind] = [
        MatchKind(
            trigger: ["type": "new-offer", "data": ["count": 5]],
            priority: "high",
            sound: "default",
            link: "/matches",
            title: "New match offers"
        ),
        MatchKind(
            trigger: ["type": "mutual", "entity": "match/m1", "data": ["name": "Sam"]],
            priority: "high",
            sound: "celebratory",
            link: "/matches/m1",
            title: "It’s a match!"
        ),
        MatchKind(
            trigger: [
                "type": "message", "entity": "conversation/c1", "data": ["sender": "Alex", "preview": "Are you free?"],
            ],
            priority: "normal",
            sound: "default",
            link: "/chat/c1",
            title: "Alex"
        ),
        MatchKind(
            trigger: [
                "type": "expiring", "entity": "match/m1", "data": ["name": "Sam", "expiresAt": "2030-01-16T18:00:00Z"],
            ],
            priority: "low",
            sound: nil,
            link: "/matches",
            title: "A match is about to expire"
        ),
        MatchKind(
            trigger: [
                "type": "system", "priority": "normal",
                "data": [
                    "headline": "We have updated our terms", "message": "Read", "target": "/settings/notifications",
                ],
            ],
            priority: "normal",
            sound: nil,
            link: "/settings/notifications",
            title: "We have updated our terms"
        ),
    ]
}
