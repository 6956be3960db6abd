import Foundation
import PealCore
import PealCrypto
import PealStore

/// Looks at the database and whether the root key opens what is sealed in it.
struct DatabaseCheck {
    let directory: URL
    let rootKey: RootKey
    let now: Timestamp
    let inspect: @Sendable (_ path: String) async throws -> DatabaseInspection

    func run() async -> [DoctorLine] {
        let path = directory.appending(path: "peal.db").path
        guard FileManager.default.fileExists(atPath: path) else {
            return [.ok("database", "there is none yet; the first start makes it")]
        }
        // What the files stand in for is no database to look at.
        if FileAccess.isDirectory(path) { return [] }
        let inspection: DatabaseInspection
        do {
            inspection = try await inspect(path)
        } catch let error as StoreError {
            return [.fail("database", "\(path): \(error.message)\(DatabaseAdvice.text(for: error))")]
        } catch {
            return [.fail("database", "\(path) cannot be opened; check who may read it")]
        }
        guard inspection.damage.isEmpty else {
            let first = inspection.damage.prefix(3).joined(separator: "; ")
            return [.fail("database", "\(path) is damaged (\(first)): restore the last backup (docs/operations.md)")]
        }
        let fit =
            inspection.isCurrent
            ? "is sound and fits this version" : "is sound; the next start brings it to this version"
        return [.ok("database", "\(path) \(fit)")] + age(of: path) + keys(inspection.dataKeys)
    }

    /// What was written in the future tells of a clock that has gone back.
    private func age(of path: String) -> [DoctorLine] {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let written = attributes?[.modificationDate] as? Date else { return [] }
        let instant = Timestamp(milliseconds: Int64(written.timeIntervalSince1970 * 1000))
        guard instant - now > .seconds(60) else { return [] }
        return [
            .fail(
                "clock",
                "the database was written at \(instant.rfc3339), which is still to come: the clock has gone back; set it"
            )
        ]
    }

    private func keys(_ records: [DataKeyRecord]) -> [DoctorLine] {
        let closed = records.filter { !opens($0, with: rootKey) }
        guard let first = closed.first else {
            return records.isEmpty ? [] : [.ok("keys", "the root key opens the data keys (\(records.count))")]
        }
        if let next = nextRootKey(), records.allSatisfy({ opens($0, with: next) }) {
            return [.warn("keys", "a rotation of the root key was interrupted; the next start of the server ends it")]
        }
        return [
            .fail(
                "keys",
                "the root key does not open the data key of \(first.app) (\(closed.count) of \(records.count) stay shut): "
                    + "put back the root key this database was made with"
            )
        ]
    }

    private func opens(_ record: DataKeyRecord, with key: RootKey) -> Bool {
        (try? key.unwrap(record.wrapped, app: record.app, version: record.version)) != nil
    }

    /// The key that a rotation was about to put in place.
    private func nextRootKey() -> RootKey? {
        let file = directory.appending(path: "root.key.next")
        return (try? String(contentsOf: file, encoding: .utf8)).flatMap { try? RootKey(base64: $0) }
    }
}
