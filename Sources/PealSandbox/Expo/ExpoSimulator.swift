public import Logging
import PealCore

/// The Expo push service on loopback: takes the requests the real service takes, checks them as it does, hands what it
/// accepts to the sandbox's phones, and tells in receipts what became of it.
public final class ExpoSimulator: Sendable {
    /// The messages received, one entry each.
    public let requestLog: RequestLog
    /// The faults in force; see ``FaultMatch/endpoint``: `send` and `receipt` for a message, `receipts` for a question.
    public let faults: FaultScript
    /// The phones.
    public let phones: DeviceFleet
    let world: SandboxWorld
    let access = ExpoAccess()
    let receipts: ExpoReceipts
    let rate: ExpoRate?
    let wantedPort: Int
    let logger: Logger
    let listening = ListeningPort()

    /// Makes a simulator that does not run yet.
    /// - Parameters:
    ///   - world: time and chance.
    ///   - requestLog: the request log; shared by the sandbox's simulators.
    ///   - faults: the faults; shared too.
    ///   - phones: the phones; shared too.
    ///   - port: the port on 127.0.0.1; 0 takes a free one.
    ///   - receiptDelay: how long after a message its receipt is there.
    ///   - perSecond: how many messages a second a project may send; Expo allows 600. `nil` does not count, as a clock
    ///     that stands still needs it.
    ///   - logger: takes the web server's own complaints.
    public init(
        world: SandboxWorld,
        requestLog: RequestLog,
        faults: FaultScript,
        phones: DeviceFleet,
        port: Int = 0,
        receiptDelay: Duration = .seconds(15 * 60),
        perSecond: Int? = nil,
        logger: Logger
    ) {
        self.world = world
        self.requestLog = requestLog
        self.faults = faults
        self.phones = phones
        self.wantedPort = port
        self.logger = logger
        receipts = ExpoReceipts(delay: receiptDelay, limit: requestLog.detail == .full ? 50_000 : 500_000)
        rate = perSecond.map { ExpoRate(perSecond: $0) }
    }

    /// The port, once it takes requests.
    /// - Throws: `CancellationError` when the caller is cancelled or the simulator stops before.
    public func ready() async throws -> Int { try await listening.wait() }

    /// Where it is, once it takes requests: `http://127.0.0.1:…`.
    public var baseURL: String? { listening.number.map { "http://127.0.0.1:\($0)" } }

    /// A new push token of a project, as an app gets one when it starts: `ExponentPushToken[…]`.
    public func makeToken(project: String) -> String { ExpoPushTokens.issue(project: project, serial: world.random()) }

    /// Turns on a project's enhanced push security and answers the access token it takes from now on.
    /// - Throws: ``SimulatorError``.
    public func accessToken(project: String) throws -> String {
        guard Self.isProject(project) else { throw SimulatorError(.invalidName, "not a project's name") }
        guard let token = access.secure(project) else {
            throw SimulatorError(.limitReached, "there are \(ExpoAccess.projectLimit) projects")
        }
        return token
    }

    /// A project's name: `@owner/slug`, or a plain word.
    static func isProject(_ text: String) -> Bool {
        (1...100).contains(text.utf8.count) && text.isASCIIAlphanumeric(or: "-_@/")
    }
}
