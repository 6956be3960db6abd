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

    /// A message to the members of a conversation.
    static func chat(in conversation: String = "c1") -> JSON {
        message(to: "nobody", in: conversation).with("to", ["members": ["of": "self"]])
    }

    /// The push service does not answer once, and asks to be left alone for an hour.
    static let outage: JSON = ["provider": "fcm", "answer": ["status": 503, "retryAfter": 3600], "times": 1]

    static func system(to user: String, priority: String) -> JSON {
        [
            "type": "system", "to": ["users": ["\(user)"]], "priority": "\(priority)",
            "data": ["headline": "Safety notice", "message": "Please read"],
        ]
    }
}
