import HTTPTypes
import Hummingbird
import PealCore

/// The control calls of a simulator that runs as a process of its own (`peal sandbox`), for this machine alone.
struct FCMControl: Sendable {
    private let simulator: FCMSimulator
    private static let tokensPerCall: Int64 = 100_000

    init(simulator: FCMSimulator) { self.simulator = simulator }

    func answer(_ request: Request, body: [UInt8]) async -> SimulatorAnswer {
        guard Self.isLocal(request) else { return Self.problem(403, "only this machine may do that") }
        switch (request.method, request.uri.path) {
        case (.get, "/ledger"):
            let since = request.uri.queryParameters["since"].map(String.init)
            return Self.json(
                simulator.ledger.detail == .full ? simulator.ledger.page(provider: nil, since: since) : lean(since)
            )
        case (.get, "/counters"): return Self.json(counters)
        case (.post, "/phones/tokens"): return tokens(JSONText.parse(body))
        case (.get, "/service-account"):
            guard let project = request.uri.queryParameters["project"].map(String.init) else {
                return Self.problem(422, "project is missing")
            }
            do {
                return SimulatorAnswer(status: 200, body: try simulator.makeServiceAccount(project: project))
            } catch {
                return Self.problem(422, "\(error)")
            }
        case (.post, "/faults"): return addFault(JSONText.parse(body))
        case (.delete, "/faults"):
            simulator.faults.clear()
            return SimulatorAnswer(status: 204)
        default: return Self.problem(404, "no such call")
        }
    }

    /// `{project, count?}` → `{token, tokens}`.
    private func tokens(_ body: JSONValue?) -> SimulatorAnswer {
        guard let project = body?.object?["project"]?.string, FCMSimulator.isProjectID(project) else {
            return Self.problem(422, "project is missing or no project id")
        }
        var count: Int64 = 1
        if let value = body?.object?["count"] {
            guard case .integer(let wanted) = value, (1...Self.tokensPerCall).contains(wanted) else {
                return Self.problem(422, "count is a number from 1 to \(Self.tokensPerCall)")
            }
            count = wanted
        }
        let tokens = (0..<count).map { _ in JSONValue.string(simulator.makeToken(project: project)) }
        return Self.json(.object(["token": tokens[0], "tokens": .array(tokens)]), status: 201)
    }

    private func addFault(_ body: JSONValue?) -> SimulatorAnswer {
        guard let body else { return Self.problem(400, "the body is not JSON") }
        do {
            try simulator.faults.add(Fault(json: body))
            return SimulatorAnswer(status: 204)
        } catch {
            return Self.problem(422, "\(error)")
        }
    }

    private var counters: JSONValue {
        let counters = simulator.ledger.counters
        let members = [
            "requests": counters.requests, "accepted": counters.accepted, "refused": counters.refused,
            "resets": counters.resets, "tokenRequests": counters.tokenRequests, "forgotten": counters.forgotten,
        ]
        return .object(members.mapValues { .integer(Int64(clamping: $0)) })
    }

    /// `[at, token, tag, notification]` for each accepted push, a page at a time.
    private func lean(_ since: String?) -> JSONValue {
        let (entries, cursor) = simulator.ledger.accepted(after: since.flatMap { UInt64($0) } ?? 0)
        let items = entries.map { entry in
            JSONValue.array([
                .integer(entry.at.milliseconds), .string(entry.token), .string(entry.tag), .string(entry.notification),
            ])
        }
        return .object(["items": .array(items), "cursor": .string(String(cursor))])
    }

    /// A page in a browser must not reach this, not even by a name that resolves to this machine.
    private static func isLocal(_ request: Request) -> Bool {
        guard request.headers[.origin] == nil, let authority = request.head.authority else { return false }
        let host = authority.hasPrefix("[") ? "[::1]" : authority.prefix { $0 != ":" }
        return host == "127.0.0.1" || host == "localhost" || host == "[::1]"
    }

    private static func json(_ value: JSONValue, status: Int = 200) -> SimulatorAnswer {
        SimulatorAnswer(status: status, body: JSONText.write(value))
    }

    private static func problem(_ status: Int, _ detail: String) -> SimulatorAnswer {
        json(.object(["status": .integer(Int64(status)), "detail": .string(detail)]), status: status)
    }
}
