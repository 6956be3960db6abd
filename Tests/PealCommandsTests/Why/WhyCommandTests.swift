import ArgumentParser
import Foundation
import PealCore
import PealEngine
import PealSQLite
import PealStore
import PealTesting
import Testing

@testable import PealCommands
@testable import PealServer

@Suite("peal why")
struct WhyCommandTests {
    @Test("a decision is printed with its stages, the rules behind them, and what would let it go")
    func found() async throws {
        try await Self.withInstallation { flags, store in
            let trigger = try await Self.decide(about: "anna", in: store)
            let context = try await WhyCommandContext.open(try WhyCommand.parse(flags + ["--user", "anna"]).options)
            let answer = try await context.answer(app: "gss", filter: DecisionFilter(user: "anna"), limit: 20)
            let lines = WhyText.lines(answer)
            #expect(
                lines.first == "kudos to anna: Nothing was shown: no push, because the user switched the category off."
            )
            #expect(
                lines[1]
                    == "  decided: suppressed; push suppressed (category-disabled), inbox hidden (category-disabled)"
            )
            #expect(lines.contains { $0.contains("catalog version 1") && $0.contains("\(trigger)") })
            let line = try #require(Self.line(of: "  kudos:"))
            let step = try #require(lines.first { $0.hasPrefix("  preference") })
            #expect(
                step.hasSuffix("The user switched the category off. [gss.yaml:\(line) categories.kudos, version 1]")
            )
            // Nobody switched it off any more, but there is no device, and the app sends through nothing.
            let heading = try #require(lines.firstIndex(of: "  The push would be sent, as of now, if:"))
            #expect(lines[(heading + 1)...].map { $0.split(separator: " ").first } == ["device", "provider"])
            try await WhyCommand.parse(flags + ["--user", "anna", "--json", "--since", "2h", "--type", "kudos"]).run()
        }
    }

    @Test("what was told twice stands beside the decision")
    func duplicate() async throws {
        try await Self.withInstallation { flags, store in
            let trigger = try await Self.decide(about: "anna", in: store, claim: "once")
            let context = try await WhyCommandContext.open(try WhyCommand.parse(flags + ["--user", "anna"]).options)
            let lines = WhyText.lines(
                try await context.answer(app: "gss", filter: DecisionFilter(user: "anna"), limit: 20)
            )
            let heading = try #require(lines.firstIndex(of: "In addition:"))
            #expect(lines[heading + 1].hasPrefix("  trigger-duplicate  A second request at "))
            #expect(lines[heading + 1].hasSuffix(" was answered as a duplicate of \(trigger)."))
        }
    }

    @Test("nothing found ends with 1, and with what is known")
    func nothing() async throws {
        try await Self.withInstallation { flags, store in
            let trigger = try await Self.decide(about: "anna", in: store)
            let command = try WhyCommand.parse(flags + ["--user", "bob", "--trigger", "\(trigger)"])
            let context = try await WhyCommandContext.open(command.options)
            let filter = DecisionFilter(user: "bob", trigger: trigger)
            let lines = WhyText.lines(try await context.answer(app: "gss", filter: filter, limit: 20))
            #expect(lines.first == "No decision for user bob, trigger \(trigger). What is known:")
            #expect(lines.contains { $0.hasPrefix("  user-unknown     Unknown user bob") }, "\(lines)")
            #expect(lines.contains { $0.hasPrefix("  not-in-audience  ") }, "\(lines)")
            let ending = await #expect(throws: ExitCode.self) { try await command.run() }
            #expect(ending == ExitCode(1))
        }
    }

    @Test("an app nobody knows is refused")
    func unknownApp() async throws {
        try await Self.withInstallation { flags, _ in
            let context = try await WhyCommandContext.open(try WhyCommand.parse(flags + ["--user", "anna"]).options)
            let error = await #expect(throws: ServerError.self) {
                try await context.answer(app: "nope", filter: DecisionFilter(user: "anna"), limit: 20)
            }
            #expect(error?.message.contains("unknown app `nope`; known: ") == true)
        }
    }

    @Test(
        "what cannot be meant is refused",
        arguments: [
            [], ["--user", "a", "--since", "soon"], ["--user", "a", "--trigger", "x"], ["--user", "a", "--limit", "0"],
        ]
    )
    func refused(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try WhyCommand.parse(["--app", "gss"] + arguments) }
    }

    /// A trigger that reached one user, who had switched its category off.
    private static func decide(about user: UserID, in store: SQLiteStore, claim: String? = nil) async throws
        -> TriggerID
    {
        let now = SystemClock().now
        let ids = MonotonicIDs(now: { now }).generator
        _ = try await store.putUser(User(id: user, createdAt: now, updatedAt: now), app: "gss")
        let yaml = try #require(EmbeddedAssets.catalogs.first { $0.0 == "gss.yaml" }?.1)
        _ = try await store.publish(app: "gss", fileHash: [UInt8](repeating: 1, count: 32), yaml: yaml, now: now)
        let trigger = Trigger(
            id: ids.make(),
            app: "gss",
            type: "kudos",
            audience: .users([user]),
            data: [:],
            dueAt: now,
            acceptedAt: now,
            catalogVersion: 1
        )
        var submission = TriggerSubmission(
            trigger: trigger,
            sealedData: [],
            entities: [],
            claim: claim.map { .init(key: $0, expiresAt: nil) }
        )
        _ = try await store.accept([submission], answer: nil)
        submission.trigger.id = ids.make()
        if claim != nil { _ = try await store.accept([submission], answer: nil) }
        let pending = try #require(try await store.dueTriggers(now: now, limit: 1).first)
        let decision = Decision(
            inApp: .hide(.categoryDisabled),
            push: .suppress(.categoryDisabled),
            priority: .normal,
            isAlert: false,
            trace: Trace([.init(.type, .pass), .init(.preference, .stop, .categoryDisabled)])
        )
        let new = NewNotification(
            id: ids.make(),
            userID: user,
            decision: decision,
            category: "kudos",
            content: StoredContent(link: "", locale: "en"),
            createdAt: now,
            expiresAt: now + .seconds(60),
            policyVersion: 1,
            alertsOnFailure: false
        )
        try await store.commit([FanOutPage(trigger: pending, notifications: [new], cursor: user, isLast: true)])
        return trigger.id
    }

    /// The line of a text in the shipped file, from 1.
    private static func line(of text: String) -> Int? {
        let yaml = EmbeddedAssets.catalogs.first { $0.0 == "gss.yaml" }?.1
        return yaml?.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0 == text }.map { $0 + 1 }
    }

    private static func withInstallation(_ body: ([String], SQLiteStore) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        let data = folder.appending(path: "data")
        try FileManager.default.createDirectory(
            at: data,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SQLiteStore.open(path: data.appending(path: "peal.db").path, mode: .production)
        let flags = ["--config", folder.appending(path: "peal.yaml").path, "--data", data.path]
        try await InitCommand.parse(flags).run()
        try await body(flags + ["--app", "gss"], store)
        try store.close()
    }
}
