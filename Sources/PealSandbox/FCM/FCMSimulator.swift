public import Logging
import NIOSSL
import PealCore

/// Firebase Cloud Messaging on loopback: takes the requests the real service takes, checks them as it does, and hands
/// what it accepts to the sandbox's phones.
public final class FCMSimulator: Sendable {
    /// The requests received.
    public let requestLog: RequestLog
    /// The faults in force.
    public let faults: FaultScript
    /// The phones.
    public let phones: DeviceFleet
    let world: SandboxWorld
    let access: FCMAccess
    let tokens = RegistrationTokens()
    let wantedPort: Int
    let logger: Logger
    let listening = ListeningPort()
    let tls: NIOSSLContext?
    let wantedSecurePort: Int
    let secure = ListeningPort()

    /// Makes a simulator that does not run yet.
    /// - Parameters:
    ///   - world: time and chance.
    ///   - requestLog: the request log; shared by the sandbox's simulators.
    ///   - faults: the faults; shared too.
    ///   - phones: the phones; shared too.
    ///   - port: the port on 127.0.0.1; 0 takes a free one.
    ///   - certificate: what HTTP/2 is served with, at a port of its own; `nil` serves HTTP/1.1 only.
    ///   - securePort: the port for HTTP/2; 0 takes a free one.
    ///   - logger: takes the web server's own complaints.
    /// - Throws: what keeps it from serving TLS.
    public init(
        world: SandboxWorld,
        requestLog: RequestLog,
        faults: FaultScript,
        phones: DeviceFleet,
        port: Int = 0,
        certificate: SandboxCertificate? = nil,
        securePort: Int = 0,
        logger: Logger
    ) throws {
        self.world = world
        self.requestLog = requestLog
        self.faults = faults
        self.phones = phones
        self.wantedPort = port
        wantedSecurePort = securePort
        tls = try certificate?.context(speaking: "h2")
        self.logger = logger
        access = FCMAccess(world: world)
    }

    /// The port, once it takes requests.
    /// - Throws: `CancellationError` when the caller is cancelled or the simulator stops before.
    public func ready() async throws -> Int { try await listening.wait() }

    /// Where it is, once it takes requests: `http://127.0.0.1:…`.
    public var baseURL: String? { listening.number.map { "http://127.0.0.1:\($0)" } }

    /// Where it speaks HTTP/2, once it takes requests: `https://127.0.0.1:…`.
    public var secureBaseURL: String? { secure.number.map { "https://127.0.0.1:\($0)" } }

    /// The service account of a project, as the JSON file Google would hand out; the project exists from now on.
    /// - Throws: ``SimulatorError``.
    public func makeServiceAccount(project: String) throws -> [UInt8] {
        guard let baseURL else { throw SimulatorError(.notReady, "the simulator takes no requests yet") }
        guard ProjectName.isValid(project) else { throw SimulatorError(.invalidName, "not a project id") }
        guard let key = try? SandboxRSAKey.pair() else { throw SimulatorError(.invalidKey, "no RSA key could be made") }
        guard access.addProject(project) else {
            throw SimulatorError(.limitReached, "there are \(FCMAccess.projectLimit) projects")
        }
        return JSONText.write(
            .object([
                "type": .string("service_account"), "project_id": .string(project),
                "private_key_id": .string("sandbox"), "private_key": .string(key.pem),
                "client_email": .string(FCMAccess.email(of: project)), "client_id": .string("0"),
                "token_uri": .string(baseURL + "/token"),
            ])
        )
    }

    /// A new registration token of a project, as an app gets one when it starts.
    public func makeToken(project: String) -> String { tokens.issue(project: project, serial: world.random()) }

    /// A new Firebase installation ID of a project, the other address of an app.
    public func makeInstallationID(project: String) -> String {
        tokens.issueInstallation(project: project, serial: world.random())
    }

    /// Ends every access token before its time.
    public func revokeAccessTokens() { access.revokeAll() }
}
