import Foundation
import PealCore
import PealWire

/// `peal sandbox` with all its push services, in a process of its own.
struct SimulatedServices: Sendable {
    let url: String
    let fcm: String
    let apns: String
    let apnsSandbox: String
    let expo: String
    let webPush: String
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
            apns: try address("apns"),
            apnsSandbox: try address("apnsSandbox"),
            expo: try address("expo"),
            webPush: try address("webpush"),
            caller: caller
        )
    }

    /// Fresh tokens of devices.
    func tokens(_ service: SenderService, _ count: Int, vapidPublicKey: String? = nil) async throws -> [String] {
        var body: [String: JSONValue] = [
            "provider": .string(service.rawValue), "project": .string(Self.project), "count": .integer(Int64(count)),
        ]
        if service == .apns { body["environment"] = .string("production") }
        if let vapidPublicKey { body["vapidPublicKey"] = .string(vapidPublicKey) }
        let answer = try await caller.call("POST", "\(url)/phones/tokens", body: .object(body)).expect(200, 201)
        let tokens = try answer.json().object?["tokens"]?.array?.compactMap(\.string) ?? []
        guard tokens.count == count else {
            throw JudgeError(.unexpectedAnswer, "the simulator gave \(tokens.count) tokens, not \(count)")
        }
        return tokens
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
