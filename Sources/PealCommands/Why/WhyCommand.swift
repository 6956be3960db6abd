public import ArgumentParser
import PealCore
import PealHTTP
import PealEngine
import PealServer

/// Explains what a user received or did not receive; safe while the server is running.
public struct WhyCommand: AsyncParsableCommand {
    /// How `peal why` is called.
    public static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain why a user did or did not receive a notification. Safe while the server is running.",
        discussion: """
            Prints each decision, newest first: every stage with its catalog rule, the outcome of each push, and, for a \
            push that was not sent, the nearest change that would have let it be sent. Times are in the time zone of the \
            terminal, with UTC next to them. When there is no decision it prints what is known instead, and the exit code \
            is 1.

            EXAMPLES:
              peal why --app reports --user rahul
              peal why --app reports --user rahul --type assigned --since 2d
            """
    )

    @OptionGroup var options: DataOptions
    @Option(help: "The app.")
    var app: String
    @Option(help: "The user.")
    var user: String?
    @Option(help: "Decisions of this type only.")
    var type: String?
    @Option(help: "Decisions of this trigger only: trg_….")
    var trigger: String?
    @Option(help: "How far back: 30m, 4h, 2d.")
    var since: String?
    @Option(help: "The most decisions to print.")
    var limit = 20
    @Flag(help: "Print the response of GET /api/v1/why.")
    var json = false

    /// For the argument parser.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        guard user != nil || trigger != nil || type != nil else {
            throw ValidationError("name at least one of --user, --trigger and --type")
        }
        guard (1...200).contains(limit) else {
            throw ValidationError("--limit \(limit) is out of range; write 1 to 200")
        }
        _ = try period()
        _ = try triggerID()
    }

    /// Prints the answer; exits 1 when no decision was found.
    public func run() async throws {
        let context = try await WhyCommandContext.open(options)
        defer { context.close() }
        let filter = DecisionFilter(
            user: user.map { UserID($0) },
            type: type.map { TypeID($0) },
            trigger: try triggerID(),
            since: try period().map { SystemClock().now - $0 }
        )
        let answer = try await context.answer(
            app: AppID(app),
            filter: filter,
            limit: limit,
            reader: json ? nil : .terminal
        )
        if json {
            print(String(decoding: answer.json, as: UTF8.self))
        } else {
            for line in WhyText.lines(answer) { print(line) }
        }
        if answer.items.isEmpty { throw ExitCode(1) }
    }

    private func period() throws -> Duration? {
        guard let since else { return nil }
        guard let period = Duration(catalog: since), period > .zero else {
            throw ValidationError("--since \(since) is not a duration; write 30m, 4h or 2d")
        }
        return period
    }

    private func triggerID() throws -> TriggerID? {
        guard let trigger else { return nil }
        guard let id = TriggerID(trigger) else {
            throw ValidationError("--trigger \(trigger) is not a trigger ID; one looks like trg_0190…")
        }
        return id
    }
}
