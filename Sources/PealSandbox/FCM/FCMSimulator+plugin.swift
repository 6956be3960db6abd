public import PealCore

extension FCMSimulator: PushSimulator {
    /// FCM.
    public static let provider = ProviderID.fcm

    /// HTTP/1.1 in the clear, and HTTP/2.
    public static let ports = [
        SimulatorPort("fcm", "FCM"),
        SimulatorPort("fcmHTTP2", "FCM over HTTP/2", titleWithTLS: "FCM over HTTP/2", isAdded: true),
    ]

    /// Its port needs no certificate, so control calls are answered there.
    public static let answersControlCalls = true

    /// What Google's console hands out.
    public static let controlCalls = ["GET /service-account?project="]

    /// Tokens and installation IDs.
    public static let tokenOptions = ["kind"]

    /// Makes it from what all share.
    ///
    /// A server in the same process trusts no certificate of ours and uses HTTP/1.1.
    public convenience init(_ setup: SimulatorSetup) throws {
        try self.init(
            world: setup.world,
            requestLog: setup.requestLog,
            faults: setup.faults,
            phones: setup.phones,
            port: setup.ports["fcm"] ?? 0,
            certificate: setup.isOwnProcess ? setup.certificate : nil,
            securePort: setup.ports["fcmHTTP2"] ?? 0,
            logger: setup.logger
        )
    }

    /// Serves, control calls as well.
    public func serve(control: SimulatorControl?) async throws { try await run(control: control) }

    /// Both, where HTTP/2 is spoken.
    public var urls: [String: String] { ["fcm": baseURL, "fcmHTTP2": secureBaseURL].compactMapValues(\.self) }

    /// A service account of a project with the app's name.
    public func settings(of app: String, reachesBrowsers _: Bool) throws -> [String: JSONValue] {
        var section: [String: JSONValue] = [
            "credentials": .string(String(decoding: try makeServiceAccount(project: app), as: UTF8.self)),
            "criticalAlerts": .string("true"),
        ]
        section["endpoint"] = baseURL.map { .string($0) }
        return section
    }

    /// A registration token.
    public func makeAddress(app: String) throws -> String { makeToken(project: app) }

    /// Registration tokens, or installation IDs of `kind` `fid`.
    public func tokenMaker(_ project: String, options: [String: JSONValue]) throws -> () throws -> String {
        switch options["kind"]?.string ?? "token" {
        case "token": return { self.makeToken(project: project) }
        case "fid": return { self.makeInstallationID(project: project) }
        default: throw SimulatorRefusal(detail: "kind is token or fid")
        }
    }

    /// `GET /service-account`: the file of a project.
    public func answer(_ call: ControlCall) throws -> SimulatorAnswer? {
        guard call.operation == "GET /service-account" else { return nil }
        guard let project = call.query["project"] else { throw SimulatorRefusal(detail: "project is missing") }
        return SimulatorAnswer(status: 200, body: try makeServiceAccount(project: project))
    }
}
