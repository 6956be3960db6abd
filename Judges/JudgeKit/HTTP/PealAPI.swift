package import PealCore

/// The backend calls of one app that judges and benchmarks make.
package struct PealAPI: Sendable {
    package let caller: HTTPCaller
    package let url: String
    package let key: String

    package init(caller: HTTPCaller, url: String, key: String) {
        self.caller = caller
        self.url = url
        self.key = key
    }

    package func putUser(_ id: String) async throws {
        try await call("PUT", "/users/\(id)", .object(["timeZone": .string("UTC")])).expect(200, 201)
    }

    package func putEntity(_ ref: String) async throws {
        try await call("PUT", "/entities/\(ref)", .object([:])).expect(200, 201)
    }

    package func putMember(_ user: String, of ref: String) async throws {
        try await call("PUT", "/entities/\(ref)/members/\(user)", .object(["role": .string("member")])).expect(200, 201)
    }

    /// Registers a phone; returns the device's identifier.
    package func registerPhone(of user: String, token: String, _ way: PushWay = .fcm) async throws -> String {
        let body: JSONValue = .object([
            "provider": .string(way.provider.rawValue), "token": .string(token),
            "platform": .string(way.platform.rawValue), "permission": .string("granted"),
        ])
        let answer = try await call("POST", "/users/\(user)/devices/push", body).expect(200, 201)
        guard let id = try answer.json().object?["id"]?.string else {
            throw JudgeError(.unexpectedAnswer, "a registered device has no id")
        }
        return id
    }

    /// States that something happened; the answer is the caller's to judge.
    package func submit(_ body: [UInt8], idempotencyKey: String?) async throws -> HTTPAnswer {
        var headers = authorization
        if let idempotencyKey { headers.append(("Idempotency-Key", idempotencyKey)) }
        return try await caller.call("POST", "\(url)/api/v1/triggers", headers: headers, bytes: body)
    }

    /// A trigger with its counts; `nil` when there is none by that name.
    package func trigger(_ id: String) async throws -> JSONValue? {
        let answer = try await call("GET", "/triggers/\(id)")
        return answer.status == 404 ? nil : try answer.expect(200).json()
    }

    /// All items of a paged list.
    package func items(of path: String) async throws -> [JSONValue] {
        var items: [JSONValue] = []
        var cursor: String?
        repeat {
            let separator = path.contains("?") ? "&" : "?"
            let page = cursor.map { "&cursor=\($0)" } ?? ""
            let answer = try await call("GET", "\(path)\(separator)limit=200\(page)").expect(200).json().object ?? [:]
            items.append(contentsOf: answer["items"]?.array ?? [])
            cursor = answer["nextCursor"]?.string
        } while cursor != nil
        return items
    }

    /// One of the server's own numbers, summed over its labels.
    package func metric(_ name: String) async throws -> Int {
        let answer = try await caller.call("GET", "\(url)/metrics").expect(200)
        return MetricsText(String(decoding: answer.body, as: UTF8.self))[name]
    }

    private var authorization: [(String, String)] { [("Authorization", "Bearer \(key)")] }

    private func call(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> HTTPAnswer {
        try await caller.call(method, "\(url)/api/v1\(path)", headers: authorization, body: body)
    }
}
