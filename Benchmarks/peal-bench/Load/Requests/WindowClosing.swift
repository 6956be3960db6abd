import JudgeKit
import PealCore

/// Lets digest windows of many users close by themselves, and measures what one costs with the push of its digest.
struct WindowClosing {
    let backend: RequestBackend
    let meter: RequestMeter
    let users: Int
    let timeLimit: Duration

    /// The entity whose members have windows.
    static let organisation = "readers"
    /// Notifications in each window.
    private static let items = 3
    /// How many times as long as the short windows the long ones are open.
    private static let longer = 10

    /// The catalog with the windows: short ones, and long ones for a machine that decides too late for those.
    static func catalog(users: Int) -> PolicyCatalog {
        let short = seconds(users: users)
        return PolicyCatalog(digestSeconds: short * longer, shortDigestSeconds: short, providers: [.fcm, .apns])
    }

    /// Time for all decisions at half the usual pace, and for the server to quiesce.
    private static func seconds(users: Int) -> Int { 3 + users / 1_500 }

    /// Measures the short windows, or the long ones when the short ones closed too early.
    /// - Returns: what a window cost.
    /// - Throws: ``JudgeError`` when the long ones closed too early, too.
    func measure() async throws -> RequestMeasurement {
        let short = Self.seconds(users: users)
        for (type, seconds) in [("flash", short), ("news", short * Self.longer)] {
            Output.progress("\(users) digest windows of \(seconds) s")
            if let measurement = try await close(type, after: Double(seconds)) { return measurement }
            Output.progress("they closed before all of their notifications were decided")
        }
        throw JudgeError(.tookTooLong, "digest windows close too early on this machine; pass fewer --requests")
    }

    /// Fills a window of each user and measures from shortly before the first is due until the last digest was sent.
    /// - Parameters:
    ///   - type: the notifications' type.
    ///   - window: how many seconds its windows are open.
    /// - Returns: what a window cost; `nil` when some closed before all were filled.
    /// - Throws: ``JudgeError``.
    private func close(_ type: String, after window: Double) async throws -> RequestMeasurement? {
        let opened = Stopwatch()
        let triggers = try await backend.submit((1...Self.items).map { Self.trigger(type, $0) })
        let waiting = try await backend.waitForDecisions(of: triggers, recipients: users, atMost: timeLimit)
        try await meter.quiesce()
        // No window closes before its full time has passed since the triggers were sent.
        let pause = window - 0.2 - opened.seconds
        guard pause > 0 else {
            // What closes later must not be counted with the next windows.
            try await Task.sleep(for: .seconds(window + 1))
            try await meter.quiesce()
            return nil
        }
        guard waiting == users * Self.items else {
            throw JudgeError(.unexpectedAnswer, "\(waiting) of \(users * Self.items) pushes wait in digest windows")
        }
        try await Task.sleep(for: .seconds(pause))
        return try await measureClosing()
    }

    private func measureClosing() async throws -> RequestMeasurement {
        let ended = "peal_deliveries_ended_total"
        let accepted = "\(ended){state=\"accepted\"}"
        let before = (ended: try await backend.api.metric(ended), accepted: try await backend.api.metric(accepted))
        let measurement = try await meter.measure("closed digest windows", .window, count: users) {
            // Each look costs the server a little, so there are few of them.
            _ = try await Stopwatch.poll("windows are open", every: .milliseconds(250), atMost: timeLimit) {
                guard try await backend.api.metric(ended) - before.ended >= users else { return nil as Bool? }
                return try await backend.api.metric("peal_deliveries_in_flight") == 0 ? true : nil
            }
            try await meter.quiesce()
            return nil
        }
        let pushes = try await backend.api.metric(accepted) - before.accepted
        guard pushes == users else {
            throw JudgeError(.unexpectedAnswer, "\(pushes) pushes were accepted for \(users) digest windows")
        }
        return measurement
    }

    private static func trigger(_ type: String, _ number: Int) -> JSONValue {
        .object([
            "type": .string(type),
            "to": .object(["members": .object(["of": .string("org/\(organisation)")])]),
            "data": .object(["title": .string("A new hall \(number)")]),
        ])
    }
}
