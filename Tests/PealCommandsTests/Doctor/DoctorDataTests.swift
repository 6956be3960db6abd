import Foundation
import PealCore
import PealCrypto
import PealSQLite
import PealStore
import Testing

@testable import PealCommands
@testable import PealServer

@Suite("The doctor at the data")
struct DoctorDataTests {
    @Test("tells a file from a directory, and refuses one that cannot be made", arguments: [true, false])
    func unmakeable(isFile: Bool) throws {
        var directory = URL(filePath: "/proc/nope/data")
        if isFile {
            directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
            try Data().write(to: directory)
        }
        defer { if isFile { try? FileManager.default.removeItem(at: directory) } }
        let lines = DataDirectoryCheck(directory: directory).run()
        #expect(lines.map(\.level) == [.fail])
        let words = isFile ? "is a file; name a directory" : "cannot be created in /proc"
        #expect(lines.first?.message.contains(words) == true)
    }

    @Test("tries to write, and says who may not", .disabled(if: getuid() == 0, "root may write anywhere"))
    func readOnly() async throws {
        try await Patient.with { patient in
            let data = patient.directory.appending(path: "data")
            try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: data.path)
            defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: data.path) }
            #expect(DataDirectoryCheck(directory: data).run().first?.message.contains("cannot write") == true)
        }
    }

    @Test(
        "tells a full disk from one that is mounted read-only, and from another owner",
        arguments: [(ENOSPC, "the disk is full; free some space"), (EROFS, "mounted read-only"), (EACCES, "chown -R")]
    )
    func obstacles(number: Int32, advice: String) async throws {
        try await Patient.with { patient in
            let data = patient.directory.appending(path: "data")
            let lines = DataDirectoryCheck(directory: data, obstacle: { _ in number }).run()
            #expect(lines.first?.check == .disk)
            #expect(lines.last?.level == .fail)
            #expect(lines.last?.message.contains(advice) == true)
            let files = DatabaseFileCheck(directory: data) { $0.hasSuffix("peal.db-wal") ? number : nil }.run()
            #expect(files.map(\.level) == [.fail])
            #expect(files.first?.message.contains(advice) == true)
        }
    }

    @Test(
        "knows what the database's numbers mean",
        arguments: [(14, "chown"), (266, "look for disk errors"), (1, "")]
    )
    func numbers(number: Int, advice: String) {
        let text = DatabaseAdvice.text(for: StoreError(.unavailable, "SQLite \(number): words"))
        #expect(advice.isEmpty ? text.isEmpty : text.contains(advice))
    }

    @Test(
        "never judges a database on a full disk, whatever SQLite calls it, and never advises to restore it",
        arguments: [
            StoreError(.unavailable, "SQLite 13: database or disk is full"), StoreError(.corrupt, "malformed"),
            StoreError(.unavailable, "SQLite 4874: disk I/O error"), StoreError(.unavailable, "SQLite 14: cannot open"),
            StoreError(.unavailable, "SQLite 10: disk I/O error"), StoreError(.unavailable, "the disk is full: free"),
        ]
    )
    func fullDisk(error: StoreError) async throws {
        try await Patient.with { patient in
            try await patient.makeDatabase()
            func lines(isFull: Bool) async throws -> [DoctorFinding] {
                await DatabaseCheck(
                    directory: patient.directory.appending(path: "data"),
                    rootKey: try RootKey(base64: patient.rootKey),
                    now: Patient.now,
                    inspect: { _ in throw error },
                    isFull: { _ in isFull }
                ).run()
            }
            let full = try await lines(isFull: true)
            #expect(full.map(\.level) == [.fail] && full.map(\.check) == [.database])
            #expect(full.first?.message.contains("the disk is full: free some space") == true)
            #expect(full.first?.message.contains("restore") == false)
            // With room, a damaged database is still called one.
            if error.code == .corrupt {
                #expect(try await lines(isFull: false).first?.message.contains("restore the last backup") == true)
            }
        }
    }

    @Test("leaves nothing behind, and warns of a directory that others may look into")
    func directory() async throws {
        try await Patient.with { patient in
            let data = patient.directory.appending(path: "data")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: data.path)
            let disk = DiskCheck(directory: data, leastFree: 0, enoughFree: 0)
            let lines = DataDirectoryCheck(directory: data, disk: disk).run()
            #expect(lines.map(\.level) == [.ok, .warn, .ok])
            #expect(lines[1].message.hasSuffix("chmod 700 \(data.path)"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: data.path).isEmpty)
        }
    }

    @Test(
        "warns before the disk is full",
        arguments: [(Int64.max, Int64.max, DoctorFinding.Level.fail), (0, .max, .warn)]
    )
    func room(least: Int64, enough: Int64, level: DoctorFinding.Level) async throws {
        try await Patient.with { patient in
            let data = patient.directory.appending(path: "data")
            let lines = DiskCheck(directory: data, leastFree: least, enoughFree: enough).run()
            #expect(lines.map(\.check) == [.disk] && lines.map(\.level) == [level])
        }
    }

    /// How an installation came to be, and how the doctor names it.
    struct Finding: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let check: DoctorCheck
        let words: String
        let prepare: @Sendable (Patient) async throws -> Void

        init(
            _ name: String,
            _ check: DoctorCheck,
            _ words: String,
            _ prepare: @escaping @Sendable (Patient) async throws -> Void
        ) {
            testDescription = name
            self.check = check
            self.words = words
            self.prepare = prepare
        }
    }

    private static let findings = [
        Finding("another root key", .keys, " does not decrypt the data key of shop (1 of 1 fail); use the root key") {
            try await $0.makeDatabase(rootKey: RootKey.generate())
        },
        Finding("a database of a sandbox", .database, "was created for sandbox") {
            try await $0.makeDatabase(mode: .sandbox)
        },
        Finding("a file that is no database", .database, "restore the last backup") {
            try $0.write(String(repeating: "no database ", count: 1_000), to: "data/peal.db")
        },
    ]

    @Test("knows what is wrong with keys and database, and how to fix it", arguments: findings)
    func finds(_ finding: Finding) async throws {
        try await Patient.with { patient in
            try await finding.prepare(patient)
            let found = await patient.examine().messages(.fail, finding.check)
            #expect(found.first?.contains(finding.words) == true)
        }
    }

    @Test("knows a rotation of the root key that was interrupted")
    func interrupted() async throws {
        try await Patient.with { patient in
            let next = RootKey.generate()
            try await patient.makeDatabase(rootKey: next)
            try patient.write(next, to: "data/root.key.next")
            let report = await patient.examine()
            #expect(report.messages(.fail, .keys).isEmpty)
            #expect(report.messages(.warn, .keys).first?.contains("the next start of the server completes it") == true)
        }
    }

    @Test("passes on what the database says of its damage")
    func damage() async throws {
        try await Patient.with { patient in
            try await patient.makeDatabase()
            let report = await patient.examine { _ in DatabaseInspection(damage: ["page 7 is lost"], dataKeys: []) }
            let found = report.messages(.fail, .database)
            #expect(found.first?.contains("is damaged (page 7 is lost); restore the last backup") == true)
        }
    }

    @Test(
        "names the time zones of users that the system has no rules for",
        arguments: [
            (["Mars/Base"], "`Mars/Base`"), (["Asia/Hanoi", "Mars/Base"], "`Asia/Hanoi`, `Mars/Base`"),
            (["Europe/Berlin", "US/Pacific", "Asia/Calcutta", "+05:30", "-03:00", "UTC", "Europe/Kyiv"], nil),
            ([], nil),
        ] as [([String], String?)]
    )
    func zones(_ zones: [String], _ named: String?) async throws {
        try await Patient.with { patient in
            try await patient.makeDatabase()
            let report = await patient.examine { _ in DatabaseInspection(damage: [], dataKeys: [], timeZones: zones) }
            let expected = named.map {
                "unknown time zones of users: \($0); they get the app's zone; install a newer tzdata"
            }
            #expect(report.messages(.warn, .zones) == (expected.map { [$0] } ?? []))
        }
    }

    @Test("counts the devices of push services that the catalog of their app does not list")
    func unservedDevices() async throws {
        func count(_ app: AppID, _ provider: ProviderID, _ state: DeviceState, _ count: Int) -> DeviceCount {
            DeviceCount(app: app, provider: provider, state: state, count: count)
        }
        try await Patient.with { patient in
            try await patient.makeDatabase()
            let (app, listed, unlisted): (AppID, ProviderID, ProviderID) = ("shop", .expo, .fcm)
            for (devices, inForce, expected) in [
                ([count(app, listed, .active, 5), count("other", unlisted, .active, 5)], nil, []),
                ([count(app, unlisted, .quarantined, 5)], nil, []),
                ([count(app, unlisted, .active, 1)], nil, ["1 device of shop is registered with fcm, which"]),
                ([count(app, unlisted, .active, 12)], nil, ["12 devices of shop are registered with fcm, which"]),
                // What was published over HTTP stays in force until the file changes.
                ([count(app, unlisted, .active, 12)], "[expo, fcm]", []),
                ([count(app, listed, .active, 2)], "[fcm]", ["2 devices of shop are registered with expo, which"]),
            ] as [([DeviceCount], String?, [String])] {
                let catalogs = inForce.map { [app: Patient.catalog.replacing("[expo, webpush]", with: $0)] } ?? [:]
                let report = await patient.examine { _ in
                    DatabaseInspection(damage: [], dataKeys: [], devices: devices, catalogs: catalogs)
                }
                let found = report.messages(.warn, .apps).filter { $0.contains("registered with") }
                #expect(found.count == expected.count)
                for (line, words) in zip(found, expected) { #expect(line.hasPrefix(words)) }
            }
        }
    }

    @Test("names scheduled notifications that could not be made (R066)")
    func failedSchedules() async throws {
        let failed = ["e1", "e2"].map { id in
            DatabaseLook.FailedSchedule(
                app: "gss",
                type: "event-reminder",
                entity: EntityRef(type: "event", id: id),
                reason: "missing-variable: /data/place"
            )
        }
        try await Patient.with { patient in
            try await patient.makeDatabase()
            for (shown, count) in [(failed, 1), ([], 0)] {
                let report = await patient.examine { _ in
                    DatabaseInspection(damage: [], dataKeys: [], failedSchedules: shown)
                }
                let told = report.messages(.warn, .schedules)
                #expect(told.count == count)
                guard let message = told.first else { continue }
                #expect(message.contains("could not be made: 2, the latest `event-reminder` of gss for `event/e1`"))
                #expect(message.contains("(missing-variable: /data/place)"))
            }
        }
    }

    @Test("names a webhook whose receiver takes nothing, or that was disabled for it")
    func webhooks() async throws {
        let now = Patient.now
        func status(_ change: (inout Webhook) -> Void) -> WebhookStatus {
            var webhook = Webhook(
                id: WebhookID(UUIDv7(milliseconds: 1, random: (0, 0))),
                url: "https://gss.example/in",
                types: [],
                sealedSecrets: [],
                createdAt: now
            )
            change(&webhook)
            return WebhookStatus(app: "gss", webhook: webhook, dueAt: now + .seconds(5), dropped: 0, droppedAt: nil)
        }
        let cases: [(WebhookStatus, String?)] = [
            (status { _ in }, nil),
            (status { $0.disabled = .init(.requested, at: now) }, nil),
            (
                status { $0.disabled = .init(.failing, at: now) },
                "is disabled since \(Zone.terminal.text(of: now)) (failing): repair its receiver"
            ),
            (status { $0.disabled = .init(.gone, at: now) }, "is disabled since \(Zone.terminal.text(of: now)) (gone)"),
            (
                status { $0.failures = .init(since: now, count: 2, heldUntil: now + .seconds(30)) },
                "takes no messages since \(Zone.terminal.text(of: now)); the next attempt is at \(Zone.terminal.text(of: now + .seconds(30)))"
            ),
        ]
        try await Patient.with { patient in
            try await patient.makeDatabase()
            for (status, words) in cases {
                let report = await patient.examine { _ in
                    DatabaseInspection(damage: [], dataKeys: [], webhooks: [status])
                }
                let told = report.messages(.warn, .webhooks)
                #expect(told.count == (words == nil ? 0 : 1), "\(told)")
                if let words { #expect(told.first?.contains(words) == true, "\(told)") }
            }
        }
    }

    @Test("works beside a server that holds the directory")
    func beside() async throws {
        try await Patient.with { patient in
            try await patient.makeDatabase()
            let lock = try DirectoryLock(directory: patient.directory.appending(path: "data"))
            let report = await patient.examine()
            lock.release()
            #expect(!report.hasFailed, "\(report.plain)")
        }
    }
}
