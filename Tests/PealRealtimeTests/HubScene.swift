import PealCore
import PealTesting
import Synchronization

@testable import PealRealtime

/// A hub over a log that a test writes, with clocks that stand still.
final class HubScene: Sendable {
    let log = ScriptedLog()
    let clock = TestClock()
    let hub: StreamHub
    let uptime = Shared(Duration.zero)
    let bans = Shared(Set<UserID>())
    /// Tokens that were issued at this instant are revoked.
    let revoked = Shared<Timestamp?>(Timestamp(seconds: 1))

    typealias News = @Sendable ([StreamRound]) async throws -> [(any StreamNews)?]

    init(limits: StreamLimits = StreamLimits(), news: @escaping News = { $0.map { _ in nil } }) {
        let (log, clock, time, banned, revoked) = (log, clock, uptime, bans, revoked)
        hub = StreamHub(
            ports: StreamPorts(
                events: log,
                now: { clock.now },
                uptime: { time.value },
                pause: { _ in throw CancellationError() },
                wakeUp: StreamWakeUp(version: { 0 }, wait: { _ in }, fire: {}),
                isAllowed: { !banned.value.contains($0.user) && $0.issuedAt != revoked.value },
                news: news,
                failed: { _ in }
            ),
            sources: [.inbox],
            limits: limits
        )
    }

    /// Opens a connection that follows the user's inbox.
    func connect(_ user: UserID, since cursor: EventCursor? = nil, for lifetime: Duration = .seconds(60)) throws
        -> StreamSubscription
    {
        let subscription = try hub.open(StreamClient(app: "app", user: user, expiresAt: clock.now + lifetime))
        try subscription.follow(StreamTopic(app: "app", channel: .inbox, user: user), since: cursor)
        return subscription
    }

    /// Lets the hub read everything there is.
    func read() async throws { while try await hub.step() {} }
}

/// A value that a test changes while others read it.
final class Shared<Value: Sendable>: Sendable {
    private let stored: Mutex<Value>

    init(_ value: Value) { stored = Mutex(value) }

    var value: Value {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}
