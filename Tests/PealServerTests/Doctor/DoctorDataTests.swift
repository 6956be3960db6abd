import Foundation
import PealCore
import PealCrypto
import PealSQLite
import Testing

@testable import PealServer

@Suite("The doctor at the data", .timeLimit(.minutes(15)))
struct DoctorDataTests {
    @Test("tells a file from a directory")
    func file() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let lines = DirectoryCheck(directory: file).run()
        #expect(lines.map(\.level) == [.fail])
        #expect(lines.first?.message.contains("is a file; name a directory") == true)
    }

    @Test("tries to write, and says who may not", .disabled(if: getuid() == 0, "root may write anywhere"))
    func readOnly() async throws {
        try await Patient.with { patient in
            let data = patient.directory.appending(path: "data")
            try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: data.path)
            defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: data.path) }
            #expect(DirectoryCheck(directory: data).run().first?.message.contains("cannot write") == true)
        }
    }

    @Test(
        "tells a full disk from one that is mounted read-only, and from another owner",
        arguments: [(ENOSPC, "the disk is full; free some space"), (EROFS, "mounted read-only"), (EACCES, "chown -R")]
    )
    func obstacles(number: Int32, advice: String) async throws {
        try await Patient.with { patient in
            let data = patient.directory.appending(path: "data")
            let lines = DirectoryCheck(directory: data, obstacle: { _ in number }).run()
            #expect(lines.first?.check == "disk")
            #expect(lines.last?.level == .fail)
            #expect(lines.last?.message.contains(advice) == true)
            let files = DatabaseFileCheck(directory: data) { $0.hasSuffix("peal.db-wal") ? number : nil }.run()
            #expect(files.map(\.level) == [.fail])
            #expect(files.first?.message.contains(advice) == true)
        }
    }

    @Test("refuses a directory that cannot be made")
    func unmakeable() {
        let lines = DirectoryCheck(directory: URL(filePath: "/proc/nope/data")).run()
        #expect(lines.map(\.level) == [.fail])
        #expect(lines.first?.message.contains("cannot be created in /proc") == true)
    }

    @Test(
        "knows what the database's numbers mean",
        arguments: [(14, "chown"), (266, "look for disk errors"), (13, "free some space"), (1, "")]
    )
    func numbers(number: Int, advice: String) {
        let text = DatabaseAdvice.text(for: StoreError(.unavailable, "SQLite \(number): words"))
        #expect(advice.isEmpty ? text.isEmpty : text.contains(advice))
    }

    @Test("leaves nothing behind, and warns of a directory that others may look into")
    func directory() async throws {
        try await Patient.with { patient in
            let data = patient.directory.appending(path: "data")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: data.path)
            let lines = DirectoryCheck(directory: data, leastFree: 0, enoughFree: 0).run()
            #expect(lines.map(\.level) == [.ok, .warn, .ok])
            #expect(lines[1].message.hasSuffix("chmod 700 \(data.path)"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: data.path).isEmpty)
        }
    }

    @Test(
        "warns before the disk is full",
        arguments: [(Int64.max, Int64.max, DoctorLine.Level.fail), (0, .max, .warn)]
    )
    func room(least: Int64, enough: Int64, level: DoctorLine.Level) async throws {
        try await Patient.with { patient in
            let data = patient.directory.appending(path: "data")
            let lines = DirectoryCheck(directory: data, leastFree: least, enoughFree: enough).run()
            #expect(lines.last?.check == "disk")
            #expect(lines.last?.level == level)
        }
    }

    @Test("says that the root key is another one, and how to mend it")
    func wrongKey() async throws {
        try await Patient.with { patient in
            try await patient.makeDatabase(rootKey: RootKey.generate())
            let found = await patient.examine().messages(.fail, "keys")
            #expect(found.first?.contains("does not decrypt the data key of shop (1 of 1 fail)") == true)
        }
    }

    @Test("knows a rotation of the root key that was interrupted")
    func interrupted() async throws {
        try await Patient.with { patient in
            let next = RootKey.generate()
            try await patient.makeDatabase(rootKey: next)
            try patient.write(next, to: "data/root.key.next")
            let report = await patient.examine()
            #expect(report.messages(.fail, "keys").isEmpty)
            #expect(report.messages(.warn, "keys").first?.contains("the next start of the server completes it") == true)
        }
    }

    @Test("knows a database of a sandbox")
    func sandbox() async throws {
        try await Patient.with { patient in
            try await patient.makeDatabase(mode: .sandbox)
            let found = await patient.examine().messages(.fail, "database")
            #expect(found.first?.contains("was created for sandbox") == true)
        }
    }

    @Test("knows a file that is no database")
    func garbage() async throws {
        try await Patient.with { patient in
            try patient.write(String(repeating: "no database ", count: 1_000), to: "data/peal.db")
            let found = await patient.examine().messages(.fail, "database")
            #expect(found.first?.contains("restore the last backup") == true)
        }
    }

    @Test("passes on what the database says of its damage")
    func damage() async throws {
        try await Patient.with { patient in
            try await patient.makeDatabase()
            let report = await patient.examine { _ in DatabaseInspection(damage: ["page 7 is lost"], dataKeys: []) }
            let found = report.messages(.fail, "database")
            #expect(found.first?.contains("is damaged (page 7 is lost); restore the last backup") == true)
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
