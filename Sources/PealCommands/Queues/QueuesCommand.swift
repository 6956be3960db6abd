public import ArgumentParser
import Foundation
import PealCore
import PealEngine
import PealSQL
import PealStore
import PealServer

/// Shows and controls the delivery queues.
public struct QueuesCommand: AsyncParsableCommand {
    /// How `peal queues` is called.
    public static let configuration = CommandConfiguration(
        commandName: "queues",
        abstract: "Show, pause and resume delivery queues.",
        discussion: """
            A queue holds what one app sends through one push service. These commands are safe while the server is \
            running; it applies a change within seconds. The pushes of a paused queue wait until they expire. Other \
            queues are not affected.

            EXAMPLES:
              peal queues
              peal queues pause fcm --app reports
              peal queues redrive fcm --since 4h
            """,
        subcommands: [List.self, Pause.self, Resume.self, Redrive.self, Trust.self],
        defaultSubcommand: List.self
    )

    /// For the argument parser.
    public init() {}

    /// Which queues a command is about.
    struct Choice: ParsableArguments {
        @Argument(help: "The push service: \(Self.names).")
        var provider: String
        @Option(help: "The queue of this app only; default: the queues of all apps.")
        var app: String?

        private static var names: String {
            let names = ProviderPlugins.shipped.traits.queueNames.map(\.rawValue)
            return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        }

        func validate() throws {
            let known = ProviderPlugins.shipped.traits.queueNames.map(\.rawValue)
            guard known.contains(provider) else {
                let hint = NearName.hint(for: provider, among: known)
                throw ValidationError("unknown push service `\(provider)`\(hint)")
            }
        }

        func queues(in dataContext: DataContext) throws -> [QueueKey] {
            if let app, !dataContext.apps.contains(AppID(app)) {
                throw UnknownApp.error(app, among: dataContext.apps, .data)
            }
            return dataContext.apps.filter { app == nil || $0.rawValue == app }
                .map { QueueKey(app: $0, provider: ProviderID(rawValue: provider)) }
        }
    }

    /// The command `peal queues list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show each queue: pushes that are pending, pushes that failed in the last 24 hours, its state.",
            discussion: """
                The state says whether the queue sends, and what keeps it from sending: an operator who paused it, the \
                push service that asked to wait, or a breaker. A server that is not running leaves the state that it had. \
                Times are those of the terminal's zone (`TZ`), which the last line names.

                EXAMPLES:
                  peal queues list
                """
        )

        @OptionGroup var options: DataOptions

        func run() async throws {
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            let now = SystemClock().now
            let counts = try await dataContext.store.queueCounts(since: now - .seconds(86_400))
            let records = Dictionary(
                try await dataContext.store.queues().map { ($0.queue, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            let queues = Set(counts.keys).union(records.keys).sorted()
            if DirectoryLock.isHeld(of: dataContext.directory.url) == false {
                print(
                    "No server runs on \(dataContext.directory.url.path): nothing is sent. What follows is as it was left."
                )
            }
            guard !queues.isEmpty else {
                print("All queues are empty and none is held back, and no push failed in the last 24 hours.")
                return try await printAlerts(of: dataContext)
            }
            let rows = queues.map { queue in
                let count = counts[queue] ?? QueueCounts()
                return ["\(queue)", "\(count.pending)", "\(count.failed)", QueueText.state(records[queue], now: now)]
            }
            for line in TextTable(["QUEUE", "PENDING", "FAILED", "STATE"], rows).lines() { print(line) }
            if rows.contains(where: { $0.last != QueueText.state(nil, now: now) }) {
                print("Times are those of \(Zone.terminal.city).")
            }
            try await printAlerts(of: dataContext)
        }

        /// A queue that sends may still be too slow, or have its pushes refused.
        private func printAlerts(of dataContext: DataContext) async throws {
            let alerts = try await dataContext.store.alerts(of: nil).values.joined()
            let firing = alerts.filter { $0.isFiring && !$0.key.isTest }
            guard !firing.isEmpty else { return }
            let rules = Set(firing.map(\.key.rule.rawValue)).sorted().joined(separator: ", ")
            let count = "\(counted(firing.count, "alert")) \(firing.count == 1 ? "has" : "have")"
            print("\(count) fired (\(rules)): `peal alerts`")
        }
    }

    /// The command `peal queues pause`.
    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop sending.",
            discussion: """
                Pushes wait until the queue is resumed; those that expire before are not sent.

                EXAMPLES:
                  peal queues pause fcm --app reports
                """
        )

        @OptionGroup var options: DataOptions
        @OptionGroup var choice: Choice

        func run() async throws {
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            let queues = try choice.queues(in: dataContext)
            let changes = ChangeQueues(store: dataContext.store)
            try await changes.pause(queues, by: OperatorName.current, now: SystemClock().now)
            for queue in queues { print("paused \(queue)") }
        }
    }

    /// The command `peal queues resume`.
    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Start sending again, most urgent first.",
            discussion: """
                EXAMPLES:
                  peal queues resume fcm --app reports
                """
        )

        @OptionGroup var options: DataOptions
        @OptionGroup var choice: Choice

        func run() async throws {
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            let queues = try choice.queues(in: dataContext)
            let changes = ChangeQueues(store: dataContext.store)
            try await changes.resume(queues, by: OperatorName.current, now: SystemClock().now)
            for queue in queues { print("resumed \(queue)") }
        }
    }

    /// The command `peal queues redrive`.
    struct Redrive: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send failed pushes again, with all their retries.",
            discussion: """
                Pushes that expired, were cancelled, or whose notification was read are not sent again, nor are pushes \
                to devices that are not active.

                EXAMPLES:
                  peal queues redrive fcm --since 4h
                """
        )

        @OptionGroup var options: DataOptions
        @OptionGroup var choice: Choice
        @Option(help: "How far back, counted from the decision: 30m, 4h, 2d.")
        var since = "24h"

        func validate() throws {
            _ = try period()
            if ProviderPlugins.shipped.traits.channels.contains(Channel(rawValue: choice.provider)) {
                throw ValidationError("`\(choice.provider)` is a channel: only failed pushes can be sent again")
            }
        }

        private func period() throws -> Duration {
            guard let period = Duration(catalog: since), period > .zero else {
                throw ValidationError("--since \(since) is not a duration; write 30m, 4h or 2d")
            }
            return period
        }

        func run() async throws {
            let period = try period()
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            let now = SystemClock().now
            var rows: [[String]] = []
            for queue in try choice.queues(in: dataContext) {
                let (again, left) = try await ChangeQueues(store: dataContext.store).redrive(
                    queue,
                    since: now - period,
                    by: OperatorName.current,
                    now: now
                )
                rows.append(["\(queue)", "\(again)", "\(left)"])
            }
            for line in TextTable(["QUEUE", "SENT AGAIN", "SKIPPED"], rows).lines() { print(line) }
        }
    }

    /// The command `peal queues trust`.
    struct Trust: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Close the token-invalidation breaker of a push service.",
            discussion: """
                When a push service declares far more device tokens dead than usual, Peal removes none and restores \
                those of the minutes before. Look at the service's status page first: after this command, tokens that \
                the service declares dead are removed again after the usual grace time.

                EXAMPLES:
                  peal queues trust fcm --app reports
                """
        )

        @OptionGroup var options: DataOptions
        @OptionGroup var choice: Choice

        func run() async throws {
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            for queue in try choice.queues(in: dataContext) {
                try await ChangeQueues(store: dataContext.store).closeInvalidationBreaker(
                    queue,
                    by: OperatorName.current,
                    now: SystemClock().now
                )
                print("closed the token-invalidation breaker of \(queue)")
            }
        }
    }
}
