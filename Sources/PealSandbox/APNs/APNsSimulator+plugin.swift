public import PealCore

extension APNsSimulator: PushSimulator {
    /// APNs.
    public static let provider = ProviderID.apns

    /// Apple's two services.
    public static let ports = [
        SimulatorPort("apns", "APNs", titleWithTLS: "APNs"),
        SimulatorPort("apnsSandbox", "APNs for development builds"),
    ]

    /// What Apple's console hands out, and the certificate that clients have to trust.
    public static let controlCalls = ["GET /apns/credentials?app=", "GET /root.pem"]

    /// Which of the two services a token belongs to.
    public static let tokenOptions = ["environment"]

    /// Makes it from what all share.
    public convenience init(_ setup: SimulatorSetup) throws {
        try self.init(
            world: setup.world,
            requestLog: setup.requestLog,
            faults: setup.faults,
            phones: setup.phones,
            port: setup.ports["apns"] ?? 0,
            sandboxPort: setup.ports["apnsSandbox"] ?? 0,
            certificate: setup.certificate,
            logger: setup.logger
        )
    }

    /// Serves.
    public func serve(control _: SimulatorControl?) async throws { try await run() }

    /// Both services.
    public var urls: [String: String] { ["apns": baseURL, "apnsSandbox": sandboxBaseURL].compactMapValues(\.self) }

    /// A key of an app with that name.
    public func settings(of app: String, reachesBrowsers _: Bool) throws -> [String: JSONValue] {
        let credentials = try makeCredentials(app: app)
        var section: [String: JSONValue] = [
            "key": .string(credentials.signingKeyPEM), "keyId": .string(credentials.keyID),
            "teamId": .string(credentials.teamID), "bundleId": .string(credentials.bundleID),
            "caFile": .string(rootPEM), "criticalAlerts": .string("true"),
        ]
        section["endpoint"] = baseURL.map { .string($0) }
        section["sandboxEndpoint"] = sandboxBaseURL.map { .string($0) }
        return section
    }

    /// A device token of the production environment.
    public func makeAddress(app: String) throws -> String { makeToken(app: app, environment: .production) }

    /// Device tokens of an `environment`.
    public func tokenMaker(_ project: String, options: [String: JSONValue]) throws -> () throws -> String {
        guard let environment = Environment(rawValue: options["environment"]?.string ?? "production") else {
            throw SimulatorRefusal(detail: "environment is production or sandbox")
        }
        return { self.makeToken(app: project, environment: environment) }
    }

    /// `GET /apns/credentials` and `GET /root.pem`.
    public func answer(_ call: ControlCall) throws -> SimulatorAnswer? {
        switch call.operation {
        case "GET /apns/credentials": return try credentials(of: call.query["app"])
        case "GET /root.pem":
            var answer = SimulatorAnswer(status: 200, body: Array(rootPEM.utf8))
            answer.contentType = "application/x-pem-file"
            return answer
        default: return nil
        }
    }

    /// What a client of an app needs: `{signingKey, keyId, teamId, bundleId, rootPem}`.
    private func credentials(of app: String?) throws -> SimulatorAnswer {
        guard let app else { throw SimulatorRefusal(detail: "app is missing") }
        let credentials = try makeCredentials(app: app)
        return .json(
            .object([
                "signingKey": .string(credentials.signingKeyPEM), "keyId": .string(credentials.keyID),
                "teamId": .string(credentials.teamID), "bundleId": .string(credentials.bundleID),
                "rootPem": .string(rootPEM),
            ])
        )
    }
}
