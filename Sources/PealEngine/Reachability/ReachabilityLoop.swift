import Logging
public import PealCore
public import ServiceLifecycle

/// Looks whether pushes still reach users, whenever a device or a choice of theirs changed and when silence has lasted for long.
public struct ReachabilityLoop: Service {
    private let users: UserReachability
    private let clock: any PealClock
    private let work: PipelineWakeUps
    private let metrics: PipelineMetrics
    private let logger: Logger

    /// How often it looks without a wake-up: a push that was not confirmed moves a look forward and wakes nobody.
    private static let rest = Duration.seconds(600)

    init(
        _ users: UserReachability,
        clock: any PealClock,
        work: PipelineWakeUps,
        metrics: PipelineMetrics,
        logger: Logger
    ) {
        self.users = users
        self.clock = clock
        self.work = work
        self.metrics = metrics
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        await RestartingLoop(
            name: "reachability",
            wakeUp: work.reachability,
            clock: clock,
            metrics: metrics,
            logger: logger
        ).run {
            if try await step() { return .none }
            let latest = clock.now + Self.rest
            return .until(min(try await users.next(after: clock.now) ?? latest, latest))
        }
    }

    /// Looks at the users of one page of events, and at those whose time has come; whether there were any.
    package func step() async throws -> Bool {
        let hasRead = try await users.readEvents(now: clock.now)
        let hasLooked = try await users.lookAtDue(now: clock.now)
        if hasRead || hasLooked { work.progress.fire() }
        return hasRead || hasLooked
    }

    /// Whether users are to be looked at.
    public func hasWork(now: Timestamp) async throws -> Bool { try await users.hasWork(now: now) }

    /// When the next user is to be looked at, after an instant.
    public func nextDue(after now: Timestamp) async throws -> Timestamp? { try await users.next(after: now) }
}
