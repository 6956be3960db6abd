public import Logging
public import PealCore

/// What a simulator is made from; all of a sandbox share it.
public struct SimulatorSetup: Sendable {
    /// Time and chance.
    public var world: SandboxWorld
    /// The request log.
    public var requestLog: RequestLog
    /// The faults.
    public var faults: FaultScript
    /// The phones.
    public var phones: DeviceFleet
    /// What TLS is served with.
    public var certificate: SandboxCertificate
    /// The number of each port, by name; 0 takes a free one.
    public var ports: [String: Int]
    /// Whether the simulators are a process of their own, which servers reach as they reach the real services.
    public var isOwnProcess: Bool
    /// How long after a message its receipt is there, where the service has receipts.
    public var receiptDelay = Duration.seconds(15 * 60)
    /// How many messages a second a sender may send, for services that count them; `nil` does not count.
    public var perSecond: [ProviderID: Int] = [:]
    /// Takes what goes wrong at a simulator itself.
    public var logger: Logger

    /// Makes an empty request log, a script without faults, no phones, and a certificate.
    /// - Throws: what keeps a certificate from being made.
    public init(
        world: SandboxWorld,
        detail: RequestLog.Detail = .full,
        ports: [String: Int],
        isOwnProcess: Bool,
        logger: Logger
    ) throws {
        self.world = world
        requestLog = RequestLog(detail: detail)
        faults = FaultScript(world: world)
        phones = DeviceFleet(now: world.now)
        certificate = try SandboxCertificate(random: world.random)
        self.ports = ports
        self.isOwnProcess = isOwnProcess
        self.logger = logger
    }
}
