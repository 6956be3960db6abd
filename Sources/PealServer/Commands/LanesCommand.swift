public import ArgumentParser
import Foundation
import PealCore
import PealPipeline
import PealSQLite
import PealStore

/// Shows and steers what apps send through push services.
public struct LanesCommand: AsyncParsableCommand {
    /// How `peal lanes` is called.
    public static let configuration = CommandConfiguration(
        commandName: "lanes",
        abstract: "Show and steer what apps send through push services, also while the server runs.",
        discussion: """
            A lane is one app's way to one push service. A running server takes a change within seconds. While a lane is
            paused its pushes wait until they expire; nothing else waits with them.
            """,
        subcommands: [List.self, Pause.self, Resume.self, Redrive.self, Trust.self],
        defaultSubcommand: List.self
    )

    /// For the argument parser.
    public init() {}

    /// Which lanes a command is about.
    struct Choice: ParsableArguments {
        @Argument(help: "The push service: apns, fcm, expo or webpush.")
        var provider: String
        @Option(help: "One app alone; without it, every app.")
        var app: String?

        func validate() throws {
            guard ProviderID.all.contains(ProviderID(rawValue: provider)) else {
                let all = ProviderID.all.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("there is no push service \"\(provider)\"; there are \(all)")
            }
        }

        func lanes(in place: DataPlace) throws -> [LaneKey] {
            if let app, !place.apps.contains(AppID(app)) {
                throw ServerError(.data, "no catalog of an app \"\(app)\"; there are \(place.appNames)")
            }
            return place.apps.filter { app == nil || $0.rawValue == app }
                .map { LaneKey(app: $0, provider: ProviderID(rawValue: provider)) }
        }
    }

    /// The command `peal lanes list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show every lane that has deliveries or was steered: pending, failed in the last day, standing."
        )

        @OptionGroup var options: DataOptions

        func run() async throws {
            let place = try await DataPlace.open(options)
            let counts = try await place.store.laneCounts(since: SystemClock().now - .seconds(86_400))
            let records = Dictionary(
                try await place.store.lanes().map { ($0.lane, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            let lanes = Set(counts.keys).union(records.keys).sorted()
            if lanes.isEmpty { print("no lane has deliveries pending or failed, and none is paused") }
            for lane in lanes {
                let count = counts[lane] ?? LaneCounts()
                print("\(lane)  pending \(count.pending)  failed \(count.failed)  \(Self.standing(records[lane]))")
            }
        }

        private static func standing(_ record: LaneRecord?) -> String {
            var words: [String] = []
            if let at = record?.pausedAt { words.append("paused since \(at.rfc3339)") }
            if let at = record?.doubtedSince { words.append("declares too many addresses dead since \(at.rfc3339)") }
            return words.isEmpty ? "not paused" : words.joined(separator: ", ")
        }
    }

    /// The command `peal lanes pause`.
    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop sending; pushes wait, and those that expire meanwhile are not sent."
        )

        @OptionGroup var options: DataOptions
        @OptionGroup var choice: Choice

        func run() async throws {
            let place = try await DataPlace.open(options)
            let lanes = try choice.lanes(in: place)
            try await place.store.setPaused(lanes, true, now: SystemClock().now)
            for lane in lanes { print("paused \(lane)") }
        }
    }

    /// The command `peal lanes resume`.
    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Send again, most urgent first.")

        @OptionGroup var options: DataOptions
        @OptionGroup var choice: Choice

        func run() async throws {
            let place = try await DataPlace.open(options)
            let lanes = try choice.lanes(in: place)
            try await place.store.setPaused(lanes, false, now: SystemClock().now)
            for lane in lanes { print("resumed \(lane)") }
        }
    }

    /// The command `peal lanes redrive`.
    struct Redrive: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send failed deliveries again, with all their retries.",
            discussion: """
                Left alone: what has expired, was cancelled or read meanwhile, and devices that are not active.
                """
        )

        @OptionGroup var options: DataOptions
        @OptionGroup var choice: Choice
        @Option(help: "How far back, by when it was decided: 30m, 4h, 2d.")
        var since = "24h"

        func run() async throws {
            guard let period = Duration(catalog: since), period > .zero else {
                throw ValidationError("--since \(since) is no duration; write 30m, 4h or 2d")
            }
            let place = try await DataPlace.open(options)
            let now = SystemClock().now
            for lane in try choice.lanes(in: place) {
                let (again, left) = try await place.store.redrive(lane, since: now - period, now: now)
                print("\(lane)  sent again \(again)  left alone \(left)")
            }
        }
    }

    /// The command `peal lanes trust`.
    struct Trust: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Believe a push service again that declared many addresses dead at once.",
            discussion: """
                When a push service declares far more addresses dead than usual, Peal takes none off and restores those of
                the minutes before. Look at the service's status page first: with trust, what it declares dead from then on
                is taken off after the usual grace time.
                """
        )

        @OptionGroup var options: DataOptions
        @OptionGroup var choice: Choice

        func run() async throws {
            let place = try await DataPlace.open(options)
            for lane in try choice.lanes(in: place) {
                _ = try await place.store.setDoubted(lane, since: nil, now: SystemClock().now)
                print("\(lane) is believed")
            }
        }
    }
}
