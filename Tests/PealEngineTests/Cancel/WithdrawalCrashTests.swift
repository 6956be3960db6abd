import Foundation
import PealCore
import PealEngine
import PealSQL
import PealStore
import PealTesting
import Synchronization
import Testing

@testable import PealSQLite
@testable import PealTesting

@Suite("Withdrawn firings and crashes")
struct WithdrawalCrashTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let start = now + .seconds(3600)
    private static let ref = EntityRef(type: "event", id: "a")
    private static let users = (0..<1200).map { UserID("u\($0 + 1000)") }

    @Test("R066: a crash between any two writes of a withdrawal leaves nothing that goes out after the next start")
    func anyWrite() async throws {
        try await SQLiteStore.withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let copies = Mutex<(isOn: Bool, paths: [String])>((false, []))
            let hooks = WriteHooks(
                before: {},
                after: {
                    let copy = copies.withLock { copies -> String? in
                        guard copies.isOn else { return nil }
                        copies.paths.append(directory.appending(path: "copy-\(copies.paths.count).sqlite").path)
                        return copies.paths.last
                    }
                    guard let copy else { return }
                    for suffix in ["", "-wal"] {
                        do {
                            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
                        } catch { Issue.record(error) }
                    }
                }
            )
            let store = try SQLiteStore.open(path: path, mode: .production, hooks: hooks)
            let id = try await Self.holdForEverybody(in: store)
            copies.withLock { $0.isOn = true }
            try await Self.putEvent(at: Self.start + .seconds(3 * 86_400), in: store)
            copies.withLock { $0.isOn = false }
            let paths = copies.withLock { $0.paths }
            // The change itself, and steps of five hundred users.
            #expect(paths.count >= 4)
            for copy in paths + [path] {
                if copy == path { try store.close() }
                try await Self.checkNextStart(copy, id)
            }
        }
    }

    private static func checkNextStart(_ path: String, _ id: TriggerID) async throws {
        let reopened = try SQLiteStore.open(path: path, mode: .production)
        // As the sweeper does at its start.
        let cancels = CancelTriggers(store: reopened)
        while try await cancels.continueInterrupted(limit: 100) {}
        #expect(try await reopened.dueHeld(now: start, limit: 9).isEmpty)
        let report = try await cancels.cancel(id, app: "gss", retracts: false, now: now)
        #expect(report == CancelReport(cancelled: users.count, tooLate: 0, phase: .after))
        let notes = try await reopened.scheduleNotes(app: "gss", entity: ref, type: nil, limit: 9)
        #expect(Set(notes.map(\.state)) == [.waiting, .cancelled])
        try reopened.close()
    }

    private static func putEvent(at instant: Timestamp, in store: SQLiteStore) async throws {
        let rule = ScheduleRule(type: "reminder", entity: "event", time: "startsAt", offset: .seconds(-3600))
        _ = try await store.putEntity(
            Entity(ref: ref, times: ["startsAt": instant], updatedAt: now),
            schedules: [rule],
            app: "gss"
        )
        try await WithdrawFirings(store: store).finish(app: "gss")
    }

    /// A reminder that is due, of which everybody's push is held.
    private static func holdForEverybody(in store: SQLiteStore) async throws -> TriggerID {
        let ids = IDGenerator.counting
        try await putEvent(at: start, in: store)
        for user in users { _ = try await store.ensureUser(user, app: "gss", now: now) }
        let due = try #require(try await store.dueSchedules(now: now, limit: 1).first)
        var trigger = Trigger(
            id: ids.make(),
            app: "gss",
            type: "reminder",
            audience: .users(users),
            data: [:],
            dueAt: now,
            acceptedAt: now,
            catalogVersion: 1
        )
        trigger.entity = ref
        trigger.transition = "startsAt"
        trigger.actor = Trigger.Actor(id: nil, kind: .system)
        trigger.priority = .high
        let submission = TriggerSubmission(trigger: trigger, sealedData: [1], entities: [], claim: nil)
        _ = try await store.fire([(due, submission)], now: now)
        let pending = try #require(try await store.dueTriggers(now: now, limit: 1).first)
        try await store.commit([
            FanOutPage(
                trigger: pending,
                notifications: users.map { held($0, ids) },
                cursor: users.last,
                isLast: true
            )
        ])
        return trigger.id
    }

    private static func held(_ user: UserID, _ ids: IDGenerator) -> NewNotification {
        NewNotification(
            id: ids.make(),
            userID: user,
            decision: Decision(
                inApp: .show,
                push: .hold(until: start),
                priority: .high,
                isAlert: false,
                holdStage: .quietHours,
                trace: Trace([.init(.type, .pass)])
            ),
            category: "status",
            content: StoredContent(link: "/", locale: "en"),
            createdAt: now,
            expiresAt: now + .seconds(7200),
            policyVersion: 1,
            alertsOnFailure: false
        )
    }
}

extension IDGenerator {
    /// Identifiers in order, a millisecond apart.
    fileprivate static var counting: IDGenerator {
        let last = Counter()
        return IDGenerator { UUIDv7(milliseconds: last.next(), random: (1, 1)) }
    }
}

private final class Counter: Sendable {
    private let last = Mutex<UInt64>(1_800_000_000_000)

    func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
