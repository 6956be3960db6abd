package import Foundation
package import PealCore

/// The provider simulators in a process of their own, so that no kill of the server touches their request log.
package struct Simulator: Sendable {
    package let process: ServerProcess
    package let url: String
    /// Where each service is, by its name.
    package let endpoints: [String: String]
    private let caller: HTTPCaller

    /// Starts them; lean ones keep only counters and identities, for load.
    package static func start(
        peal: URL,
        workspace: Workspace,
        isLean: Bool,
        caller: HTTPCaller,
        children: Children
    ) async throws -> Simulator {
        let child = try ChildProcess.start(
            peal,
            ["sandbox", "--port", "0"] + (isLean ? ["--lean"] : []),
            environment: [:],
            log: workspace.path("simulator.log"),
            children: children
        )
        let process = ServerProcess(child: child)
        guard let endpoints = try await process.readyEndpoints(), let url = endpoints["url"] else {
            throw JudgeError(.notReady, "`peal sandbox` ended before it was ready")
        }
        return Simulator(process: process, url: url, endpoints: endpoints, caller: caller)
    }

    /// The credentials of a project, as a provider hands them out.
    package func serviceAccount(project: String) async throws -> [UInt8] {
        try await caller.call("GET", "\(url)/service-account?project=\(project)").expect(200).body
    }

    /// The certificate authority of what is served over TLS.
    package func rootCertificate() async throws -> [UInt8] {
        try await caller.call("GET", "\(url)/root.pem").expect(200).body
    }

    /// What Apple hands out for an app, by name.
    package func apnsCredentials(app: String) async throws -> [String: String] {
        let answer = try await caller.call("GET", "\(url)/apns/credentials?app=\(app)").expect(200)
        return try answer.json().object?.compactMapValues(\.string) ?? [:]
    }

    /// Fresh device tokens.
    package func tokens(_ count: Int, project: String, of provider: ProviderID = .fcm) async throws -> [String] {
        var tokens: [String] = []
        while tokens.count < count {
            let wanted = min(50_000, count - tokens.count)
            let body: JSONValue = .object([
                "provider": .string(provider.rawValue), "project": .string(project), "count": .integer(Int64(wanted)),
            ])
            let answer = try await caller.call("POST", "\(url)/phones/tokens", body: body).expect(200, 201)
            let fresh = try answer.json().object?["tokens"]?.array?.compactMap(\.string) ?? []
            guard fresh.count == wanted else {
                throw JudgeError(.unexpectedAnswer, "the simulator gave \(fresh.count) tokens, not \(wanted)")
            }
            tokens += fresh
        }
        return tokens
    }

    /// Scripts something to go wrong.
    package func add(_ fault: JSONValue) async throws {
        try await caller.call("POST", "\(url)/faults", body: fault).expect(200, 201, 204)
    }

    /// Everything goes right from here on.
    package func clearFaults() async throws {
        try await caller.call("DELETE", "\(url)/faults").expect(200, 204)
    }

    /// What was received after so many, at most a page.
    package func pushes(after number: Int) async throws -> [JSONValue] {
        try await caller.call("GET", "\(url)/ledger?since=\(number)").expect(200).json().object?["items"]?.array ?? []
    }
}
