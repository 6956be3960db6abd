/// A user with two phones: one they act on, one that lies elsewhere.
struct TwoPhones: Sendable {
    let user: SignedInUser
    let acting: Phone
    let other: Phone

    init(_ user: SignedInUser, other route: PushRoute) async throws {
        self.user = user
        acting = try await user.phone(on: .fcmAndroid)
        other = try await user.phone(on: route)
    }

    /// Makes a call on the acting phone, and waits until nothing of it is due.
    @discardableResult
    func call(_ method: String, _ path: String) async throws -> JSON {
        let answer = try await user.api.send(
            method,
            "/api/v1/notifications\(path)",
            headers: [("peal-device", acting.device)]
        )
        try await user.sandbox.settle()
        return try answer.expecting(200, 204)
    }

    /// What the other phone was told silently, oldest first.
    func syncPushes() async throws -> [Push] {
        try await other.pushes().filter { $0.peal["op"].string != "show" }
    }
}

extension PushRoute {
    /// Those that can be told something without showing it.
    static let silent = all.filter { $0.provider != "webpush" }
}

extension Phone {
    /// The identifiers of what it shows, oldest first.
    func shownIDs() async throws -> [String] { try await notifications().compactMap { $0["id"].string } }
}
