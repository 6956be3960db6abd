import HTTPTypes
import Hummingbird
import PealCore

/// Answers control calls by asking the simulators of a process.
struct ControlResponder {
    private static let tokensPerCall: Int64 = 100_000

    let simulators: [any PushSimulator]
    let requestLog: RequestLog
    let faults: FaultScript
    let phones: DeviceFleet

    func answer(_ request: Request, body: [UInt8]) -> SimulatorAnswer {
        guard Self.isLocal(request) else { return Self.problem(403, "only this machine may do that") }
        do {
            return try answer(ControlCall(request, body: body)) ?? Self.problem(404, "no such endpoint")
        } catch {
            let refusal = SimulatorRefusal(error)
            return Self.problem(refusal.status, refusal.detail)
        }
    }

    private func answer(_ call: ControlCall) throws -> SimulatorAnswer? {
        switch call.operation {
        case "GET /ledger": return try entries(since: call.query["since"])
        case "GET /counters": return .json(requestLog.counters.json)
        case "POST /phones/tokens": return .json(try tokens(try call.members()), status: 201)
        case "POST /phones/retire": return try retire(try call.members())
        case "POST /faults":
            try faults.add(Fault(json: .object(try call.members())))
            return SimulatorAnswer(status: 204)
        case "DELETE /faults":
            faults.clear()
            return SimulatorAnswer(status: 204)
        default:
            for simulator in simulators { if let answer = try simulator.answer(call) { return answer } }
            return nil
        }
    }

    private func entries(since: String?) throws -> SimulatorAnswer {
        guard RequestLog.isCursor(since) else {
            throw SimulatorRefusal(detail: "since is a cursor or an RFC 3339 time")
        }
        return .json(
            requestLog.detail == .full
                ? requestLog.page(provider: nil, since: since) : requestLog.leanPage(since: since)
        )
    }

    /// `{provider?, project, count?}` and what its simulator asks for → `{token, tokens}`.
    private func tokens(_ members: [String: JSONValue]) throws -> JSONValue {
        guard let project = members["project"]?.string, ProjectName.isValid(project) else {
            throw SimulatorRefusal(detail: "project is missing or no project id")
        }
        var count: Int64 = 1
        if let value = members["count"] {
            guard case .integer(let wanted) = value, (1...Self.tokensPerCall).contains(wanted) else {
                throw SimulatorRefusal(detail: "count is a number from 1 to \(Self.tokensPerCall)")
            }
            count = wanted
        }
        let make = try simulator(members["provider"]?.string).tokenMaker(project, options: members)
        let tokens = try (0..<count).map { _ in JSONValue.string(try make()) }
        return .object(["token": tokens[0], "tokens": .array(tokens)])
    }

    /// The simulator of a provider; of none that is named, the first.
    private func simulator(_ name: String?) throws -> any PushSimulator {
        let found = simulators.first { name == nil || type(of: $0).provider.rawValue == name }
        guard let found else { throw SimulatorRefusal(status: 404, detail: "\(name ?? "it") is not simulated here") }
        return found
    }

    /// `{provider, token}`: the token is not good any more, as when its app is removed.
    private func retire(_ members: [String: JSONValue]) throws -> SimulatorAnswer {
        guard let provider = members["provider"]?.string, let token = members["token"]?.string else {
            throw SimulatorRefusal(detail: "provider or token is missing")
        }
        phones.retire(provider: ProviderID(rawValue: provider), token: token)
        return SimulatorAnswer(status: 204)
    }

    /// A page in a browser must not reach this, not even by a name that resolves to this machine.
    private static func isLocal(_ request: Request) -> Bool {
        guard request.headers[.origin] == nil, let authority = request.head.authority else { return false }
        let host = authority.hasPrefix("[") ? "[::1]" : authority.prefix { $0 != ":" }
        return host == "127.0.0.1" || host == "localhost" || host == "[::1]"
    }

    private static func problem(_ status: Int, _ detail: String) -> SimulatorAnswer {
        .json(.object(["status": .integer(Int64(status)), "detail": .string(detail)]), status: status)
    }
}
