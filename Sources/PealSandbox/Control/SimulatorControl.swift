import HTTPTypes
import Hummingbird
import PealCore

/// The control calls of simulators that run as a process of their own (`peal sandbox`), for this machine alone.
public struct SimulatorControl: Sendable {
    private static let tokensPerCall: Int64 = 100_000

    private let fcm: FCMSimulator
    private let apns: APNsSimulator?
    private let expo: ExpoSimulator?
    private let webpush: WebPushSimulator?

    /// Controls simulators that share a request log, faults and phones; those left out are not simulated.
    public init(
        fcm: FCMSimulator,
        apns: APNsSimulator? = nil,
        expo: ExpoSimulator? = nil,
        webpush: WebPushSimulator? = nil
    ) {
        self.fcm = fcm
        self.apns = apns
        self.expo = expo
        self.webpush = webpush
    }

    func answer(_ request: Request, body: [UInt8]) -> SimulatorAnswer {
        guard Self.isLocal(request) else { return Self.problem(403, "only this machine may do that") }
        let query = request.uri.queryParameters
        do throws(Refusal) {
            switch (request.method, request.uri.path) {
            case (.get, "/ledger"):
                let since = query["since"].map(String.init)
                guard PushLedger.isPlace(since) else { throw Refusal(detail: "since is a cursor or an RFC 3339 time") }
                let ledger = fcm.ledger
                return Self.json(
                    ledger.detail == .full ? ledger.page(provider: nil, since: since) : ledger.leanPage(since: since)
                )
            case (.get, "/counters"): return Self.json(fcm.ledger.counters.json)
            case (.post, "/phones/tokens"): return Self.json(try tokens(try Self.members(body)), status: 201)
            case (.get, "/service-account"): return try serviceAccount(query["project"].map(String.init))
            case (.post, "/phones/retire"): return try retire(try Self.members(body))
            case (.get, "/root.pem"): return try root()
            case (.get, "/apns/credentials"): return Self.json(try credentials(query["app"].map(String.init)))
            case (.post, "/expo/access-token"): return Self.json(try accessToken(try Self.members(body)), status: 201)
            case (.post, "/faults"): return try addFault(body)
            case (.delete, "/faults"):
                fcm.faults.clear()
                return SimulatorAnswer(status: 204)
            default: return Self.problem(404, "no such endpoint")
            }
        } catch {
            return Self.problem(error.status, error.detail)
        }
    }

    /// Why a call is not done.
    private struct Refusal: Error {
        var status = 422
        var detail: String

        /// What a simulator has against it.
        static func attempt<Value>(_ make: () throws -> Value) throws(Refusal) -> Value {
            do { return try make() } catch { throw Refusal(detail: "\(error)") }
        }
    }

    /// `{provider?, project, count?, environment?, kind?, vapidPublicKey?}` → `{token, tokens}`.
    private func tokens(_ members: [String: JSONValue]) throws(Refusal) -> JSONValue {
        let provider = ProviderID(rawValue: members["provider"]?.string ?? "fcm")
        guard let project = members["project"]?.string, FCMSimulator.isProjectID(project) else {
            throw Refusal(detail: "project is missing or no project id")
        }
        var count: Int64 = 1
        if let value = members["count"] {
            guard case .integer(let wanted) = value, (1...Self.tokensPerCall).contains(wanted) else {
                throw Refusal(detail: "count is a number from 1 to \(Self.tokensPerCall)")
            }
            count = wanted
        }
        let make = try maker(of: provider, project: project, members)
        let tokens = try Refusal.attempt { try (0..<count).map { _ in JSONValue.string(try make()) } }
        return .object(["token": tokens[0], "tokens": .array(tokens)])
    }

    /// What makes tokens of a provider.
    private func maker(
        of provider: ProviderID,
        project: String,
        _ members: [String: JSONValue]
    ) throws(Refusal) -> () throws -> String {
        switch provider {
        case .fcm:
            switch members["kind"]?.string ?? "token" {
            case "token": return { fcm.makeToken(project: project) }
            case "fid": return { fcm.makeInstallationID(project: project) }
            default: throw Refusal(detail: "kind is token or fid")
            }
        case .apns:
            guard let apns else { throw Self.notSimulated(provider) }
            let name = members["environment"]?.string ?? "production"
            guard let environment = APNsSimulator.Environment(rawValue: name) else {
                throw Refusal(detail: "environment is production or sandbox")
            }
            return { apns.makeToken(app: project, environment: environment) }
        case .expo:
            guard let expo else { throw Self.notSimulated(provider) }
            return { expo.makeToken(project: project) }
        case .webpush:
            guard let webpush else { throw Self.notSimulated(provider) }
            guard let key = members["vapidPublicKey"]?.string else {
                throw Refusal(detail: "vapidPublicKey is missing: what a browser subscribes with")
            }
            switch members["kind"]?.string ?? "http1" {
            case "http1": return { try webpush.makeSubscription(app: project, vapidPublicKey: key) }
            case "http2": return { try webpush.makeSubscription(app: project, vapidPublicKey: key, isHTTP2: true) }
            default: throw Refusal(detail: "kind is http1 or http2")
            }
        default: throw Self.notSimulated(provider)
        }
    }

    /// `{provider, token}`: the token is not good any more, as when its app is removed.
    private func retire(_ members: [String: JSONValue]) throws(Refusal) -> SimulatorAnswer {
        guard let provider = members["provider"]?.string, let token = members["token"]?.string else {
            throw Refusal(detail: "provider or token is missing")
        }
        fcm.phones.retire(provider: ProviderID(rawValue: provider), token: token)
        return SimulatorAnswer(status: 204)
    }

    /// The certificate a client of APNs and Web Push has to trust.
    private func root() throws(Refusal) -> SimulatorAnswer {
        guard let apns else { throw Self.notSimulated(.apns) }
        var answer = SimulatorAnswer(status: 200, body: Array(apns.rootPEM.utf8))
        answer.contentType = "application/x-pem-file"
        return answer
    }

    private func serviceAccount(_ project: String?) throws(Refusal) -> SimulatorAnswer {
        guard let project else { throw Refusal(detail: "project is missing") }
        return SimulatorAnswer(
            status: 200,
            body: try Refusal.attempt { try fcm.makeServiceAccount(project: project) }
        )
    }

    /// What a client of an app needs: `{signingKey, keyId, teamId, bundleId, rootPem}`.
    private func credentials(_ app: String?) throws(Refusal) -> JSONValue {
        guard let apns else { throw Self.notSimulated(.apns) }
        guard let app else { throw Refusal(detail: "app is missing") }
        let credentials = try Refusal.attempt { try apns.makeCredentials(app: app) }
        return .object([
            "signingKey": .string(credentials.signingKeyPEM), "keyId": .string(credentials.keyID),
            "teamId": .string(credentials.teamID), "bundleId": .string(credentials.bundleID),
            "rootPem": .string(apns.rootPEM),
        ])
    }

    /// `{project}` → `{accessToken}`; the project takes nothing without it from now on.
    private func accessToken(_ members: [String: JSONValue]) throws(Refusal) -> JSONValue {
        guard let expo else { throw Self.notSimulated(.expo) }
        let project = members["project"]?.string ?? ""
        return .object([
            "accessToken": .string(try Refusal.attempt { try expo.accessToken(project: project) })
        ])
    }

    private func addFault(_ body: [UInt8]) throws(Refusal) -> SimulatorAnswer {
        let fault = JSONValue.object(try Self.members(body))
        try Refusal.attempt { try fcm.faults.add(Fault(json: fault)) }
        return SimulatorAnswer(status: 204)
    }

    private static func notSimulated(_ provider: ProviderID) -> Refusal {
        Refusal(status: 404, detail: "\(provider) is not simulated here")
    }

    private static func members(_ body: [UInt8]) throws(Refusal) -> [String: JSONValue] {
        guard let value = JSONText.parse(body) else { throw Refusal(status: 400, detail: "the body is not JSON") }
        guard let members = value.object else { throw Refusal(detail: "the body must be an object") }
        return members
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
