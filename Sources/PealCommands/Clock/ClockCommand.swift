public import ArgumentParser
import PealCore
import PealSQL
import PealServer

/// Shows whether the server trusts its clock, and accepts it.
public struct ClockCommand: AsyncParsableCommand {
    /// How `peal clock` is called.
    public static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "Show whether the server trusts the system clock, and accept it.",
        discussion: """
            A server that finds its clock off by more than an hour keeps what would be due or too old waiting, until a \
            push service, a token service or a key set agrees with the clock over TLS, the clock comes back, or you \
            accept it. These commands are safe while the server is running; it follows within seconds.

            EXAMPLES:
              peal clock
              peal clock accept
            """,
        subcommands: [Show.self, Accept.self],
        defaultSubcommand: Show.self
    )

    /// For the argument parser.
    public init() {}

    /// The command `peal clock show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show what the server knows of its clock.",
            discussion: """
                EXAMPLES:
                  peal clock show
                """
        )

        @OptionGroup var options: DataOptions

        func run() async throws {
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            guard let record = try await dataContext.store.clockRecord() else {
                return print("No server has run on this data directory yet.")
            }
            guard let question = record.question else {
                return print("The clock is trusted. The server was last at \(Zone.terminal.text(of: record.latest)).")
            }
            print("The clock is in question: \(ClockText.times(question)); \(ClockText.remedy)")
        }
    }

    /// The command `peal clock accept`.
    struct Accept: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say that the system clock is right.",
            discussion: """
                What came due meanwhile is sent, and what is too old is deleted, as if the time had passed while the server \
                was running. Check the clock first: a device that is deleted is not reached again until its user opens \
                the app.

                EXAMPLES:
                  peal clock accept
                """
        )

        @OptionGroup var options: DataOptions

        func run() async throws {
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            guard !dataContext.isSandbox else {
                throw ServerError(.data, "the clock of a sandbox is moved by calls, and never in question")
            }
            let now = SystemClock().now
            let record = try await dataContext.store.clockRecord()
            guard let record, record.question != nil || isOff(now, from: record.latest) else {
                return print("The clock is not in question; nothing changed.")
            }
            try await dataContext.store.acceptClock(at: now)
            let note = AuditNote("clock-accepted", at: now, by: OperatorName.current)
            _ = try await dataContext.store.apply(
                dataContext.apps.map { ChangeGroup(app: $0, [.note(.adminChanged, note, about: nil)]) }
            )
            let before = record.question?.trusted ?? record.latest
            let zone = Zone.terminal
            print("accepted the clock at \(zone.text(of: now)); before that the server was at \(zone.text(of: before))")
        }

        /// Whether a start now would question the clock.
        private func isOff(_ now: Timestamp, from latest: Timestamp) -> Bool {
            max(now - latest, latest - now) > ClockState.tolerance
        }
    }
}
