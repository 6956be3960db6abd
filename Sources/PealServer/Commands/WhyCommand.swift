public import ArgumentParser
import Foundation
import PealCore
import PealHTTP
import PealInsight
import PealStore

/// Says why a person did or did not get something, beside a running server too.
public struct WhyCommand: AsyncParsableCommand {
    /// How `peal why` is called.
    public static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Say why a person did or did not get something, also while the server runs.",
        discussion: """
            Prints each decision, newest first: every stage with the catalog rule behind it, what became of the pushes, and
            the nearest change that would let a push go that did not. Exits 1 when there is no decision, and prints what is
            known instead. Of a running server's lanes only those are known that an operator paused.
            """
    )

    @OptionGroup var options: DataOptions
    @Option(help: "The app.")
    var app: String
    @Option(help: "The person.")
    var user: String?
    @Option(help: "One type alone.")
    var type: String?
    @Option(help: "One trigger alone: trg_….")
    var trigger: String?
    @Option(help: "How far back: 30m, 4h, 2d.")
    var since: String?
    @Option(help: "How many decisions at most.")
    var limit = 20
    @Flag(help: "Print what `GET /api/v1/why` answers.")
    var json = false

    /// For the argument parser.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        guard user != nil || trigger != nil || type != nil else {
            throw ValidationError("say whom or what it is about: --user, --trigger or --type")
        }
        guard (1...200).contains(limit) else { throw ValidationError("--limit is 1 to 200") }
        _ = try period()
        _ = try triggerID()
    }

    /// Prints the answer; exits 1 when no decision was found.
    public func run() async throws {
        let desk = try await WhyDesk.open(options)
        let filter = DecisionFilter(
            user: user.map { UserID($0) },
            type: type.map { TypeID($0) },
            trigger: try triggerID(),
            since: try period().map { SystemClock().now - $0 }
        )
        let answer = try await desk.answer(app: AppID(app), filter: filter, limit: limit)
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
            throw ValidationError("--since \(since) is no duration; write 30m, 4h or 2d")
        }
        return period
    }

    private func triggerID() throws -> TriggerID? {
        guard let trigger else { return nil }
        guard let id = TriggerID(trigger) else {
            throw ValidationError("--trigger \(trigger) is no trigger; one looks like trg_0190…")
        }
        return id
    }
}
