import Testing

/// A button of a push that reached a phone, with the token that it carries.
struct QuickReply: Sendable {
    var notification: String
    var action: String
    var token: String

    var path: String { "/api/v1/notifications/\(notification)/actions/\(action)" }

    /// The buttons of the last push that a phone got.
    static func all(on phone: Phone) async throws -> [QuickReply] {
        let push = try #require(try await phone.pushes().last { !$0.peal["actions"].items.isEmpty })
        return try push.peal["actions"].items.map { button in
            QuickReply(
                notification: try #require(push.peal["id"].string),
                action: try #require(button["id"].string),
                token: try #require(button["token"].string)
            )
        }
    }

    func with(notification: String? = nil, action: String? = nil, token: String? = nil) -> QuickReply {
        QuickReply(
            notification: notification ?? self.notification,
            action: action ?? self.action,
            token: token ?? self.token
        )
    }

    /// Sends it as an app does that is not running: with the token alone.
    func send(to sandbox: Sandbox, _ body: JSON? = nil) async throws -> Reply {
        try await sandbox.anyone.send("POST", path, body, headers: [("authorization", "Peal-Action \(token)")])
    }
}

extension Phone {
    /// Taps a button of what the phone shows.
    func tap(_ notification: JSON, _ action: String) async throws -> JSON {
        try await sandbox.anyone.post(
            "/sandbox/phones/\(id)/tap",
            ["notification": notification, "action": "\(action)"]
        )
    }
}

extension EtaEvent {
    /// The buttons of the last push to a user's first phone.
    func buttons(of user: SignedInUser) async throws -> [QuickReply] {
        let device = try #require(try await user.devices().first?["id"].string)
        let pushes = try await sandbox.pushes().filter { $0.peal["actions"].items.isEmpty == false }
        let phones = Set(pushes.compactMap(\.phone))
        for id in phones.sorted() {
            let phone = Phone(sandbox: sandbox, id: id, device: device)
            let buttons = try await QuickReply.all(on: phone)
            let own = try await user.inbox().contains { $0["id"].string == buttons.first?.notification }
            if own { return buttons }
        }
        return []
    }

    /// One of Ann's buttons.
    func button(_ action: String) async throws -> QuickReply {
        try #require(try await buttons(of: ann).first { $0.action == action })
    }

    /// Takes an action with its token alone.
    func take(_ button: QuickReply, _ body: JSON? = nil) async throws -> Reply {
        try await button.send(to: sandbox, body)
    }
}
