import Crypto
import NIOCore
import PealCore
import PealProviderKit
import PealTesting

@testable import PealAPNs
@testable import PealHTTP2

/// Settings and messages for the tests.
enum APNsFixtures {
    static let keyID = "ABC123DEFG"
    static let teamID = "DEF123GHIJ"
    static let bundleID = "com.example.app"
    static let signingKey = P256.Signing.PrivateKey()

    static func options(
        production: String = APNsOptions.appleProduction,
        sandbox: String = APNsOptions.appleSandbox,
        trustRootsPEM: String? = TestCertificate.certificatePEM,
        connections: Int = 1,
        allowsCriticalAlerts: Bool = false
    ) throws -> APNsOptions {
        try APNsOptions(
            signingKey: signingKey.pemRepresentation,
            keyID: keyID,
            teamID: teamID,
            bundleID: bundleID,
            productionEndpoint: production,
            sandboxEndpoint: sandbox,
            trustRootsPEM: trustRootsPEM,
            allowsCriticalAlerts: allowsCriticalAlerts,
            connections: connections
        )
    }

    /// A device token: the same number, the same token.
    static func token(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "b" + String(repeating: "0", count: 63 - digits.utf8.count) + digits
    }

    /// A message to a device of the production environment, or of none that is stated.
    static func message(_ number: Int = 1, environment: String? = "production") -> PushMessage {
        var message = PushMessage.fixture(token: token(number), platform: .ios)
        message.environment = environment
        return message
    }

    /// The usual times where something is waited for that comes: none of them ends on a slow machine.
    static var patient: HTTP2Timing {
        var timing = HTTP2Timing(timeout: .minutes(5))
        timing.pingAnswer = .minutes(5)
        return timing
    }

    /// Runs a provider for the time of a test.
    static func provider(
        _ options: APNsOptions,
        timing: HTTP2Timing = patient,
        clock: TestClock = TestClock(),
        _ body: (APNsProvider) async throws -> Void
    ) async throws {
        let provider = APNsProvider(options: options, timing: timing, now: { clock.now }, random: { 1 })
        do {
            try await body(provider)
        } catch {
            await provider.shutdown()
            throw error
        }
        await provider.shutdown()
    }
}

extension APNsProvider {
    /// Sends many messages at once and gives back how each ended, in the order of the numbers.
    func sendAll(_ numbers: Range<Int>, resending: Bool = false) async -> [SendOutcome] {
        await withTaskGroup(of: (Int, SendOutcome).self) { group in
            for number in numbers {
                group.addTask {
                    var outcome = await self.send(APNsFixtures.message(number))
                    // What the pipeline does with a push that was certainly not processed.
                    while resending, case .notProcessed = outcome {
                        outcome = await self.send(APNsFixtures.message(number))
                    }
                    return (number, outcome)
                }
            }
            var outcomes: [Int: SendOutcome] = [:]
            for await (number, outcome) in group { outcomes[number] = outcome }
            return numbers.compactMap { outcomes[$0] }
        }
    }
}

extension SendOutcome {
    /// The outcome's kind and reason in one word, for tables.
    var brief: String {
        switch self {
        case .accepted: "accepted"
        case .gone(let reason, _): "gone \(reason)"
        case .rejected(let reason, let scope): "rejected \(scope.rawValue) \(reason)"
        case .throttled(let reason, _, let scope): "throttled \(scope.rawValue) \(reason)"
        case .unavailable(let reason, _): "unavailable \(reason)"
        case .notProcessed(let reason): "notProcessed \(reason)"
        case .unknown(let reason): "unknown \(reason)"
        }
    }
}
