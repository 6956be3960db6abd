import Crypto
import Foundation
import Logging
import PealCore
import PealTesting
import Synchronization

@testable import PealSandbox

/// The simulator, and clients of a few lines.
struct APNsBench: Sendable {
    let clock: TestClock
    let simulator: APNsSimulator
    /// Ends a fault's delay.
    let release: @Sendable () -> Void
    private let tokenInUse = TokenInUse()

    private init(clock: TestClock, simulator: APNsSimulator, release: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.simulator = simulator
        self.release = release
    }

    static func make(
        maxConcurrentStreams: Int = 100,
        patience: Duration = .seconds(2),
        detail: RequestLog.Detail = .full
    ) throws -> APNsBench {
        let clock = TestClock()
        let (delay, continuation) = AsyncStream.makeStream(of: Never.self)
        let world = SandboxWorld.test(clock) {
            for await _ in delay {}
            try Task.checkCancellation()
        }
        let simulator = try APNsSimulator(
            world: world,
            requestLog: RequestLog(detail: detail),
            faults: FaultScript(world: world),
            phones: DeviceFleet(now: { clock.now }),
            maxConcurrentStreams: maxConcurrentStreams,
            patience: patience,
            logger: Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() }
        )
        return APNsBench(clock: clock, simulator: simulator) { continuation.finish() }
    }

    /// Runs the simulator for as long as the body takes.
    static func run(
        maxConcurrentStreams: Int = 100,
        detail: RequestLog.Detail = .full,
        _ body: (APNsBench) async throws -> Void
    ) async throws {
        let bench = try make(maxConcurrentStreams: maxConcurrentStreams, detail: detail)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await bench.simulator.run() }
            _ = try await bench.simulator.ready()
            try await body(bench)
            group.cancelAll()
        }
    }

    func connect(
        _ environment: APNsSimulator.Environment = .production,
        ignoresLimit: Bool = false
    ) async throws -> RawClient {
        try await RawClient.connect(
            to: environment == .production ? simulator.baseURL : simulator.sandboxBaseURL,
            rootPEM: simulator.rootPEM,
            ignoresLimit: ignoresLimit
        )
    }

    /// A phone with a token.
    func phone(
        app: String = "demo",
        environment: APNsSimulator.Environment = .production
    ) throws -> (id: String, token: String) {
        let token = simulator.makeToken(app: app, environment: environment)
        let id = try simulator.phones.add(app: app, user: "ann", provider: .apns, platform: .ios, token: token)
        return (id, token)
    }

    /// A provider token, right unless told otherwise.
    func providerToken(
        app: String = "demo",
        age: Duration = .zero,
        algorithm: String = "ES256",
        keyID: String? = nil,
        teamID: String? = nil,
        key: P256.Signing.PrivateKey? = nil,
        der: Bool = false,
        issuedAt: (Int64) -> String = { String($0) }
    ) throws -> String {
        let credentials = try simulator.makeCredentials(app: app)
        let issued = (clock.now - age).seconds
        let header = #"{"alg":"\#(algorithm)","kid":"\#(keyID ?? credentials.keyID)"}"#
        let claims = #"{"iss":"\#(teamID ?? credentials.teamID)","iat":\#(issuedAt(issued))}"#
        let input = Self.base64URL(Data(header.utf8)) + "." + Self.base64URL(Data(claims.utf8))
        let signer = try key ?? P256.Signing.PrivateKey(pemRepresentation: credentials.signingKeyPEM)
        let signature = try signer.signature(for: Data(input.utf8))
        return input + "." + Self.base64URL(der ? signature.derRepresentation : signature.rawRepresentation)
    }

    /// The provider token of this instant: as no two signatures are alike, minting it again would be changing it.
    private func tokenInUse(app: String) throws -> String {
        let name = "\(app) \(clock.now.seconds)"
        if let token = tokenInUse.texts.withLock({ $0[name] }) { return token }
        let token = try providerToken(app: app)
        tokenInUse.texts.withLock { $0[name] = token }
        return token
    }

    /// A push that is taken, unless it is changed.
    func request(
        _ token: String,
        app: String = "demo",
        providerToken: String? = nil,
        id: String = "ntf_1",
        op: String = "show",
        title: String = "Ride"
    ) throws -> RawRequest {
        let alert = #""alert":{"title":"\#(title)","body":"Your driver is here"},"sound":"default","badge":3,"#
        let aps = #""aps":{\#(op == "show" ? alert : "")"thread-id":"ride/r1"}"#
        let peal = #""peal":{"v":1,"op":"\#(op)","id":"\#(id)","type":"ride","link":"peal://rides/r1"}"#
        return RawRequest(
            path: "/3/device/\(token)",
            headers: [
                ("authorization", "bearer \(try providerToken ?? self.tokenInUse(app: app))"),
                ("apns-topic", try simulator.makeCredentials(app: app).bundleID), ("apns-push-type", "alert"),
                ("apns-priority", "10"), ("apns-expiration", String((clock.now + .seconds(3600)).seconds)),
            ],
            body: "{\(aps),\(peal)}"
        )
    }

    func shown(_ phone: String) throws -> [String] {
        try simulator.phones.screen(phone).notifications.map(\.id)
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

private final class TokenInUse: Sendable {
    let texts = Mutex<[String: String]>([:])
}

extension RawAnswer {
    /// The reason of a refusal.
    var reason: String? { JSONText.parse(body)?.object?["reason"]?.string }
}

extension RawOutcome {
    var status: String? { if case .answer(let answer) = self { answer.status } else { nil } }
}
