import JudgeKit
import PealCore

/// The calls of one app's backend that fill a server for the phases of requests, many objects in each call.
struct RequestBackend: Sendable {
    let api: PealAPI

    /// Puts users without devices.
    func putUsers(_ users: [String]) async throws {
        let users = users.map { JSONValue.object(["id": .string($0), "timeZone": .string("UTC")]) }
        _ = try await bulk("users", users, expecting: 201)
    }

    /// Puts an organisation with its members.
    func putOrganisation(_ name: String, members: [String]) async throws {
        try await api.putEntity("org/\(name)")
        // Far below the 5,000 of one call and its 256 KiB.
        for start in stride(from: 0, to: members.count, by: 2_000) {
            let part = members[start...].prefix(2_000).map { user in
                JSONValue.object(["user": .string(user), "role": .string("member")])
            }
            try await call("/entities/org/\(name)/members", ["members": .array(part)]).expect(200)
        }
    }

    /// Submits triggers, each of which must be accepted.
    /// - Parameter triggers: their bodies.
    /// - Returns: their identifiers, in the same order.
    /// - Throws: ``JudgeError`` when one is not accepted.
    func submit(_ triggers: [JSONValue]) async throws -> [String] {
        try await bulk("triggers", triggers, expecting: 202)
    }

    /// Waits until all recipients of triggers are decided.
    /// - Parameters:
    ///   - triggers: their identifiers.
    ///   - recipients: how many each of them has.
    ///   - limit: how long that may take.
    /// - Returns: how many of all their pushes wait in digest windows.
    /// - Throws: ``JudgeError`` after the limit.
    func waitForDecisions(of triggers: [String], recipients: Int, atMost limit: Duration) async throws -> Int {
        var digested = 0
        for trigger in triggers {
            digested += try await Stopwatch.poll(
                "not all recipients of \(trigger) are decided",
                every: .milliseconds(100),
                atMost: limit
            ) {
                let counts = try await api.trigger(trigger)?.object?["counts"]?.object
                return counts?["recipients"] == .integer(Int64(recipients)) ? Self.digested(counts) : nil
            }
        }
        return digested
    }

    private static func digested(_ counts: [String: JSONValue]?) -> Int {
        guard case .integer(let count)? = counts?["digestedPushes"] else { return 0 }
        return Int(count)
    }

    /// Sends a list in calls of at most a thousand, and insists on one status for every element.
    private func bulk(_ name: String, _ elements: [JSONValue], expecting status: Int64) async throws -> [String] {
        var ids: [String] = []
        for start in stride(from: 0, to: elements.count, by: 1_000) {
            let part = Array(elements[start...].prefix(1_000))
            let answer = try await call("/\(name)/bulk", [name: .array(part)]).expect(200).json()
            let items = (answer.object?["items"]?.array ?? []).compactMap(\.object)
            let accepted = items.filter { $0["status"] == .integer(status) }.compactMap { $0["id"]?.string }
            guard accepted.count == part.count else {
                let refused = items.first { $0["status"] != .integer(status) } ?? [:]
                throw JudgeError(.unexpectedAnswer, "\(accepted.count) of \(part.count) \(name) accepted: \(refused)")
            }
            ids += accepted
        }
        return ids
    }

    private func call(_ path: String, _ body: [String: JSONValue]) async throws -> HTTPAnswer {
        let headers = [("Authorization", "Bearer \(api.key)")]
        return try await api.caller.call("POST", "\(api.url)/api/v1\(path)", headers: headers, body: .object(body))
    }
}
