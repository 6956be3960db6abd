import Foundation
import JudgeKit
import PealCore
import PealWire

/// `peal sandbox` with all its push services, in a process of its own.
struct SimulatedServices: Sendable {
    let url: String
    let fcm: String
    /// FCM over HTTP/2.
    let fcmHTTP2: String
    let apns: String
    let apnsSandbox: String
    let expo: String
    let webPush: String
    /// Web Push over HTTP/2.
    let webPushHTTP2: String
    private let caller: HTTPCaller

    /// Starts them lean: what each push was is not kept, only that it came.
    static func start(
        peal: URL,
        workspace: Workspace,
        caller: HTTPCaller,
        children: Children
    ) async throws -> SimulatedServices {
        let child = try ChildProcess.start(
            peal,
            ["sandbox", "--port", "0", "--lean"],
            environment: [:],
            log: workspace.path("simulator.log"),
            children: children
        )
        guard let line = try await child.firstLine(within: .seconds(60)) else {
            throw JudgeError(.notReady, "`peal sandbox` ended before it was ready")
        }
        let members = try JSONParser.parse(Array(line.utf8)).object ?? [:]
        func address(_ name: String) throws -> String {
            guard let text = members[name]?.string else {
                throw JudgeError(.notReady, "the line of readiness names no \(name): \(line.prefix(200))")
            }
            return text
        }
        return SimulatedServices(
            url: try address("url"),
            fcm: try address("fcm"),
            fcmHTTP2: try address("fcmHTTP2"),
            apns: try address("apns"),
            apnsSandbox: try address("apnsSandbox"),
            expo: try address("expo"),
            webPush: try address("webpush"),
            webPushHTTP2: try address("webpushHTTP2"),
            caller: caller
        )
    }

    /// Fresh tokens of devices.
    /// - Parameters:
    ///   - service: the push service.
    ///   - count: how many.
    ///   - vapidPublicKey: what browsers subscribe with.
    ///   - kind: which of several kinds of tokens that the service has.
    /// - Returns: the tokens.
    /// - Throws: ``JudgeError`` when the simulator does not give them.
    func tokens(
        _ service: SenderService,
        _ count: Int,
        vapidPublicKey: String? = nil,
        kind: String? = nil
    ) async throws -> [String] {
        var body: [String: JSONValue] = [
            "provider": .string(service.rawValue), "project": .string(Self.project), "count": .integer(Int64(count)),
        ]
        if service == .apns { body["environment"] = .string("production") }
        if let vapidPublicKey { body["vapidPublicKey"] = .string(vapidPublicKey) }
        if let kind { body["kind"] = .string(kind) }
        let answer = try await caller.call("POST", "\(url)/phones/tokens", body: .object(body)).expect(200, 201)
        let tokens = try answer.json().object?["tokens"]?.array?.compactMap(\.string) ?? []
        guard tokens.count == count else {
            throw JudgeError(.unexpectedAnswer, "the simulator gave \(tokens.count) tokens, not \(count)")
        }
        return tokens
    }

    /// The certificate authority of what is served over TLS.
    func rootPEM() async throws -> String {
        String(decoding: try await caller.call("GET", "\(url)/root.pem").expect(200).body, as: UTF8.self)
    }

    /// What Google hands out to a project.
    func serviceAccount() async throws -> [UInt8] {
        try await caller.call("GET", "\(url)/service-account?project=\(Self.project)").expect(200).body
    }

    /// What Apple hands out to an app.
    func apnsAccount() async throws -> APNsAccount {
        let answer = try await caller.call("GET", "\(url)/apns/credentials?app=\(Self.project)").expect(200)
        let members = try answer.json().object ?? [:]
        guard let signingKey = members["signingKey"]?.string, let keyID = members["keyId"]?.string,
            let teamID = members["teamId"]?.string, let bundleID = members["bundleId"]?.string,
            let rootPEM = members["rootPem"]?.string
        else { throw JudgeError(.unexpectedAnswer, "APNs credentials lack a member") }
        return APNsAccount(
            endpoint: apns,
            sandboxEndpoint: apnsSandbox,
            signingKey: signingKey,
            keyID: keyID,
            teamID: teamID,
            bundleID: bundleID,
            rootPEM: rootPEM
        )
    }

    /// What Expo hands out to a project that asks for more security.
    func expoAccessToken() async throws -> String {
        let body: JSONValue = .object(["project": .string(Self.project)])
        let answer = try await caller.call("POST", "\(url)/expo/access-token", body: body).expect(200, 201)
        guard let token = try answer.json().object?["accessToken"]?.string else {
            throw JudgeError(.unexpectedAnswer, "the simulator gave no access token")
        }
        return token
    }

    private static let project = "bench"
}
