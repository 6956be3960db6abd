package import PealCore
import PealProviderKit

/// All destinations of messages about alerts, and what the messages call this server.
public struct AlertDestinations: Sendable {
    /// The destinations.
    public let all: [AlertDestination]
    /// The server's public URL, or the name of its machine.
    public let installation: String
    /// The URL that the documentation is below; `nil` names its files alone.
    let docs: String?

    /// Joins the parts.
    public init(_ all: [AlertDestination], installation: String, docs: String? = nil) {
        self.all = all
        self.installation = installation
        self.docs = docs
    }

    /// Nobody is notified.
    public static let none = AlertDestinations([], installation: "")

    /// Sends a test to each destination at the same time.
    /// - Parameters:
    ///   - now: the instant.
    ///   - uptime: a clock that never goes back.
    /// - Returns: what came of it, in the order of the destinations, with how long each took.
    package func test(at now: Timestamp, uptime: @escaping @Sendable () -> Duration) async
        -> [AlertTestResult]
    {
        let envelope = AlertEnvelope(testAt: now, installation: installation)
        return await withTaskGroup(of: (Int, AlertTestResult).self) { group in
            for (index, destination) in all.enumerated() {
                group.addTask {
                    let start = uptime()
                    let attempt = await destination.send(envelope, now: now)
                    return (index, AlertTestResult(destination, attempt, took: uptime() - start))
                }
            }
            var results: [Int: AlertTestResult] = [:]
            for await (index, result) in group { results[index] = result }
            return all.indices.compactMap { results[$0] }
        }
    }
}

/// What came of a test message to a destination.
package struct AlertTestResult: Sendable {
    /// The destination.
    package let destination: AlertDestination
    /// What it answered.
    package let attempt: AlertAttempt
    /// How long it took.
    package let duration: Duration

    init(_ destination: AlertDestination, _ attempt: AlertAttempt, took duration: Duration) {
        self.destination = destination
        self.attempt = attempt
        self.duration = duration
    }
}

extension AlertDestination {
    /// Sends a message; of several requests the first that fails is what came of it.
    func send(_ envelope: AlertEnvelope, now: Timestamp) async -> AlertAttempt {
        var last = AlertAttempt(.notSent(reason: "cancelled"), now: now)
        for call in calls(envelope, signedAt: now) {
            last = AlertAttempt(await transport.send(call), now: now)
            guard last.isDelivered else { break }
        }
        return last
    }
}
