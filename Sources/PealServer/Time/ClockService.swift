import Logging
import PealCore
import PealStore
import ServiceLifecycle
import Synchronization

/// Stores the instant it is, names a clock that is in question, asks witnesses about it, and follows an operator's word.
final class ClockService: Service {
    /// How often the clock and an operator's word are looked at.
    static let period = Duration.seconds(2)
    /// How often witnesses are asked while the clock is in question.
    private static let askInterval = Duration.seconds(10)

    private let clock: GuardedClock
    private let store: any ClockStore
    private let witnesses: ClockWitnesses
    private let logger: Logger
    private let state: Mutex<State>

    private struct State {
        var acceptances: Int
        var isInQuestion = false
        var notedAt: Duration?
        var askedAt: Duration?
    }

    /// Watches a clock.
    /// - Parameters:
    ///   - clock: the clock.
    ///   - store: keeps its record.
    ///   - acceptances: how often an operator had accepted the clock when it began.
    ///   - witnesses: who is asked about it.
    ///   - logger: notes what changes, once.
    init(_ clock: GuardedClock, store: any ClockStore, acceptances: Int, witnesses: ClockWitnesses, logger: Logger) {
        self.clock = clock
        self.store = store
        self.witnesses = witnesses
        self.logger = logger
        state = Mutex(State(acceptances: acceptances))
    }

    func run() async throws {
        // A witness that does not answer must not delay an operator's word.
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.repeating { await self.ask() } }
            await repeating {
                do { try await look() } catch {
                    logger.error("cannot store the time", metadata: ["error": "\(error)"])
                }
            }
            group.cancelAll()
        }
        // What was accepted since the last note is not older than what the next start goes by.
        _ = try? await note(clock.question)
    }

    private func repeating(_ body: () async -> Void) async {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            await body()
            await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.period, clock: .continuous) }
        }
    }

    /// Looks for an operator's word, and at the clock.
    private func look() async throws {
        if let record = try await store.clockRecord(), record.acceptances != state.withLock({ $0.acceptances }) {
            state.withLock { $0.acceptances = record.acceptances }
            clock.accept()
            logger.notice("an operator accepted the clock", metadata: ["now": "\(clock.now.rfc3339)"])
        }
        try await name(clock.question)
    }

    /// Logs what changed, and stores it; in between, stores the instant now and then.
    private func name(_ question: ClockState.Question?) async throws {
        let wasInQuestion = state.withLock { state in
            defer { state.isInQuestion = question != nil }
            return state.isInQuestion
        }
        if let question, !wasInQuestion {
            logger.error(
                """
                the system clock is in question: what would be due or too old by it waits; set the clock, or run \
                `peal clock accept` when it is right
                """,
                metadata: ["system": "\(question.system.rfc3339)", "trusted": "\(question.trusted.rfc3339)"]
            )
        }
        if question == nil, wasInQuestion {
            logger.notice("the system clock is trusted again", metadata: ["now": "\(clock.now.rfc3339)"])
        }
        let isDue = state.withLock { state in
            state.notedAt.map { clock.uptime - $0 >= ClockState.noteInterval } ?? true
        }
        guard isDue || wasInQuestion != (question != nil) else { return }
        if try await note(question) { state.withLock { $0.notedAt = clock.uptime } }
    }

    private func note(_ question: ClockState.Question?) async throws -> Bool {
        let acceptances = state.withLock { $0.acceptances }
        return try await store.note(ClockRecord(latest: clock.now, acceptances: acceptances, question: question))
    }

    /// Asks the witnesses, when the clock is in question.
    private func ask() async {
        guard clock.question != nil else { return }
        let isDue = state.withLock { state in
            guard state.askedAt.map({ clock.uptime - $0 >= Self.askInterval }) ?? true else { return false }
            state.askedAt = clock.uptime
            return true
        }
        guard isDue else { return }
        await witnesses.ask { statement in
            let metadata: Logger.Metadata = ["host": "\(statement.host)", "date": "\(statement.date.rfc3339)"]
            guard clock.compare(statement.date) else {
                logger.debug("a service does not agree with the system clock", metadata: metadata)
                return false
            }
            logger.notice("a service agrees with the system clock", metadata: metadata)
            return true
        }
        // Named at once: what waited for it is due.
        try? await name(clock.question)
    }
}
