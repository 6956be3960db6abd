import JudgeKit
import PealCore

/// Puts events with participants, and asks these when they arrive.
struct ReplyBackend: Sendable {
    let caller: HTTPCaller
    let url: String
    let key: String

    /// Puts hosts, participants and events, and asks all participants.
    /// - Parameter plan: who they are.
    /// - Returns: the notification that asked each participant.
    /// - Throws: ``JudgeError``.
    func put(_ plan: ReplyPlan) async throws -> [String: NotificationID] {
        let startsAt = JSONValue.string((Stopwatch.wallClock + .seconds(5_400)).rfc3339)
        try await putUsers(0..<(plan.boards * (1 + plan.participants)))
        try await ConcurrentWork.forEach(0..<plan.boards, atOnce: 8) { board in
            try await call("PUT", "/entities/event/\(board)", event(board, plan, startsAt)).expect(200, 201)
        }
        let questions = (0..<plan.boards).map { board in
            JSONValue.object([
                "type": .string("eta-request"), "entity": .string("event/\(board)"),
                "data": .object(["host": .string("Hana"), "event": .string("Lunch run"), "startsAt": startsAt]),
            ])
        }
        for start in stride(from: 0, to: questions.count, by: 1_000) {
            let part = JSONValue.array(Array(questions[start...].prefix(1_000)))
            try await call("POST", "/triggers/bulk", .object(["triggers": part])).expect(200)
        }
        let users = (0..<plan.boards).flatMap { board in
            (0..<plan.participants).map { plan.participant($0, of: board) }
        }
        let asked = try await ConcurrentWork.map(users, atOnce: 8) { ($0, try await question(to: $0)) }
        return Dictionary(asked) { first, _ in first }
    }

    /// Takes an action with its token alone.
    func take(_ action: String, of notification: NotificationID, token: String) async throws {
        try await caller.call(
            "POST",
            "\(url)/api/v1/notifications/\(notification)/actions/\(action)",
            headers: [("authorization", "Peal-Action \(token)")]
        ).expect(200)
    }

    private func putUsers(_ numbers: Range<Int>) async throws {
        let users = numbers.map { number in
            JSONValue.object(["id": .string("user-\(number)"), "name": .string("Participant \(number)")])
        }
        for start in stride(from: 0, to: users.count, by: 1_000) {
            let part = JSONValue.array(Array(users[start...].prefix(1_000)))
            try await call("POST", "/users/bulk", .object(["users": part])).expect(200)
        }
    }

    private func event(_ board: Int, _ plan: ReplyPlan, _ startsAt: JSONValue) -> JSONValue {
        let host = JSONValue.object(["userId": .string(plan.host(board)), "role": .string("host")])
        let participants = (0..<plan.participants).map { number in
            JSONValue.object([
                "userId": .string(plan.participant(number, of: board)), "role": .string("participant"),
                "status": .string("confirmed"),
            ])
        }
        return .object([
            "times": .object(["startsAt": startsAt]),
            "attributes": .object(["event": .string("Lunch run"), "place": .string("Town park")]),
            "members": .array([host] + participants),
        ])
    }

    /// The notification that asks a participant, once it is there.
    private func question(to user: String) async throws -> NotificationID {
        try await Stopwatch.poll("no question has reached \(user)", every: .milliseconds(50), atMost: .seconds(60)) {
            let page = try await call("GET", "/notifications?user=\(user)").expect(200).json()
            return page.object?["items"]?.array?.first?.object?["id"]?.string.flatMap { NotificationID($0) }
        }
    }

    private func call(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> HTTPAnswer {
        try await caller.call(method, "\(url)/api/v1\(path)", headers: [("authorization", "Bearer \(key)")], body: body)
    }
}
