/// Triggers of the matching and chat app.
enum MatchFixture {
    /// 23:00 on 15 January 2030 in New York.
    static let night = "2030-01-16T04:00:00Z"
    /// Noon of the same day there.
    static let noon = "2030-01-15T17:00:00Z"

    static func message(to users: String..., in conversation: String = "c1") -> JSON {
        [
            "type": "message", "entity": "conversation/\(conversation)", "to": ["users": .list(users)],
            "data": ["sender": "Alex", "preview": "Are you free on Friday?"],
        ]
    }

    static func system(to user: String, priority: String) -> JSON {
        [
            "type": "system", "to": ["users": ["\(user)"]], "priority": "\(priority)",
            "data": ["headline": "Safety notice", "message": "Please read"],
        ]
    }
}
