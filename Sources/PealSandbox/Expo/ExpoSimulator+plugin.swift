public import PealCore

extension ExpoSimulator: PushSimulator {
    /// Expo.
    public static let provider = ProviderID.expo

    /// HTTP/1.1 in the clear.
    public static let ports = [SimulatorPort("expo", "Expo")]

    /// What Expo's console hands out.
    public static let controlCalls = ["POST /expo/access-token {\"project\"}"]

    /// Makes it from what all share.
    public convenience init(_ setup: SimulatorSetup) throws {
        self.init(
            world: setup.world,
            requestLog: setup.requestLog,
            faults: setup.faults,
            phones: setup.phones,
            port: setup.ports["expo"] ?? 0,
            receiptDelay: setup.receiptDelay,
            perSecond: setup.perSecond[Self.provider],
            logger: setup.logger
        )
    }

    /// Serves.
    public func serve(control _: SimulatorControl?) async throws { try await run() }

    /// Its only port.
    public var urls: [String: String] { ["expo": baseURL].compactMapValues(\.self) }

    /// The access token of a project with the app's name, which takes nothing without it from now on.
    public func settings(of app: String, reachesBrowsers _: Bool) throws -> [String: JSONValue] {
        var section: [String: JSONValue] = [
            "accessToken": .string(try accessToken(project: app)), "criticalAlerts": .string("true"),
        ]
        section["endpoint"] = baseURL.map { .string($0) }
        return section
    }

    /// A push token.
    public func makeAddress(app: String) throws -> String { makeToken(project: app) }

    /// `POST /expo/access-token`: `{project}` → `{accessToken}`.
    public func answer(_ call: ControlCall) throws -> SimulatorAnswer? {
        guard call.operation == "POST /expo/access-token" else { return nil }
        let project = try call.members()["project"]?.string ?? ""
        return .json(.object(["accessToken": .string(try accessToken(project: project))]), status: 201)
    }
}
