public import Logging
import NIOCore
import NIOSSL

/// The Apple Push Notification service on loopback: HTTP/2 over TLS, with the checks, the answers and the connection
/// rules of the real one; what it accepts reaches the sandbox's phones.
public final class APNsSimulator: Sendable {
    /// Apple's two services.
    public typealias Environment = APNsSimulatorEnvironment

    /// The requests received.
    public let requestLog: RequestLog
    /// The faults in force.
    public let faults: FaultScript
    /// The phones.
    public let phones: DeviceFleet
    let world: SandboxWorld
    let access: APNsAccess
    let tokens = APNsDeviceTokens()
    let tls: NIOSSLContext
    private let certificate: SandboxCertificate
    let maxConcurrentStreams: Int
    let patience: TimeAmount
    let ports: [Environment: Int]
    let logger: Logger
    let production = ListeningPort()
    let sandbox = ListeningPort()

    /// Makes a simulator that does not run yet.
    /// - Parameters:
    ///   - world: time and chance.
    ///   - requestLog: the request log; shared by the sandbox's simulators.
    ///   - faults: the faults; shared too.
    ///   - phones: the phones; shared too.
    ///   - port: the port of the production environment on 127.0.0.1; 0 takes a free one.
    ///   - sandboxPort: the port of the development environment; 0 takes a free one.
    ///   - maxConcurrentStreams: how many streams a connection may have once a provider token was good.
    ///   - patience: how long a client has after goodbye.
    ///   - certificate: shared by the sandbox's simulators; `nil` makes one.
    ///   - logger: takes what goes wrong at the simulator itself.
    /// - Throws: what keeps it from making a certificate.
    public init(
        world: SandboxWorld,
        requestLog: RequestLog,
        faults: FaultScript,
        phones: DeviceFleet,
        port: Int = 0,
        sandboxPort: Int = 0,
        maxConcurrentStreams: Int = 1_000,
        patience: Duration = .seconds(2),
        certificate: SandboxCertificate? = nil,
        logger: Logger
    ) throws {
        self.world = world
        self.requestLog = requestLog
        self.faults = faults
        self.phones = phones
        self.maxConcurrentStreams = maxConcurrentStreams
        self.patience = TimeAmount(patience)
        self.logger = logger
        ports = [.production: port, .sandbox: sandboxPort]
        access = APNsAccess(world: world)
        let certificate = try certificate ?? SandboxCertificate(random: world.random)
        self.certificate = certificate
        tls = try certificate.context(speaking: "h2")
    }

    /// The production environment's port, once both take requests.
    /// - Throws: `CancellationError` when the caller is cancelled or the simulator stops before.
    public func ready() async throws -> Int { try await production.wait() }

    /// Where the production environment is, once it takes requests: `https://127.0.0.1:…`.
    public var baseURL: String? { production.number.map { "https://127.0.0.1:\($0)" } }

    /// Where the development environment is, once it takes requests: `https://127.0.0.1:…`.
    public var sandboxBaseURL: String? { sandbox.number.map { "https://127.0.0.1:\($0)" } }

    /// The root certificate a client has to trust, as PEM; good for 127.0.0.1 and `localhost`, new in every run.
    public var rootPEM: String { certificate.rootPEM }

    /// What Apple would hand out for an app, the same each time; the app exists from now on.
    /// - Parameter app: its name: small letters, digits and hyphens.
    /// - Returns: the signing key, its ids and the bundle id.
    /// - Throws: ``SimulatorError``.
    public func makeCredentials(app: String) throws -> APNsCredentials { try access.credentials(app: app) }

    /// A new device token of an app, 64 hexadecimal digits, as an app gets one when it registers.
    public func makeToken(app: String, environment: Environment = .production) -> String {
        tokens.issue(app: app, environment: environment, serial: world.random())
    }
}
