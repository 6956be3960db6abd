import Foundation
import PealCatalog
import PealCore
import PealCrypto
import PealSQLite
import PealStore
import PealServer

/// Checks the database, and that the root key decrypts its keys.
struct DatabaseCheck {
    let directory: URL
    let rootKey: RootKey
    /// Root keys that rotations replaced.
    var previousKeys: [RootKey] = []
    /// The apps whose catalogs are reviewed before they are published.
    var reviewedApps: Set<AppID> = []
    /// The catalogs' files, which say whose devices are served where no version is in force yet.
    var catalogs: [Catalog] = []
    var providers = ProviderPlugins.shipped.traits
    let now: Timestamp
    var zones = ZoneRegistry()
    let inspect: @Sendable (_ path: String) async throws -> DatabaseInspection
    /// Whether a disk is full: then the database is not judged.
    var isFull: @Sendable (_ path: String) -> Bool = { FullDisk.holds($0) }

    func run() async -> [DoctorFinding] {
        let path = directory.appending(path: "peal.db").path
        guard FileManager.default.fileExists(atPath: path) else {
            return [.ok(.database, "there is none yet; the first start creates it")]
        }
        // Reported by the check of the files.
        if FileAccess.isDirectory(path) { return [] }
        guard !isFull(directory.path) else {
            return [
                .fail(
                    .database,
                    "it is not checked as long as \(StoreError.full): free some space on the disk of \(directory.path); "
                        + "nothing says that it is damaged"
                )
            ]
        }
        let inspection: DatabaseInspection
        do {
            inspection = try await inspect(path)
        } catch let error as StoreError {
            return [.fail(.database, "\(path): \(error.message)\(DatabaseAdvice.text(for: error))")]
        } catch {
            return [.fail(.database, "cannot open \(path): \(PlainReason.of(error))")]
        }
        guard inspection.damage.isEmpty else {
            let first = inspection.damage.prefix(3).joined(separator: "; ")
            return [.fail(.database, "\(path) is damaged (\(first)); restore the last backup (docs/operations.md)")]
        }
        let fit =
            inspection.isCurrent
            ? "is intact and has this version's schema" : "is intact; the next start migrates it to this version"
        let check = ReviewCheck(apps: reviewedApps, now: now)
        let reviews = inspection.isCurrent ? check.run(inspection.secretKeys) : []
        let clock = ClockRecordCheck(now: now).run(inspection.clock)
        return [.ok(.database, "\(path) \(fit)")] + (clock.isEmpty ? age(of: path) : clock)
            + keys(inspection.dataKeys, noted: inspection.rootKey) + reviews + unreadZones(inspection.timeZones)
            + failedSchedules(inspection.failedSchedules) + QueueCheck(now: now).run(inspection.queues)
            + inspection.webhooks.compactMap(webhook) + unserved(inspection) + FiringAlertCheck().run(inspection.alerts)
    }

    /// A registration answers with a warning that nobody may have read.
    private func unserved(_ inspection: DatabaseInspection) -> [DoctorFinding] {
        var served = Dictionary(catalogs.map { ($0.app, $0.providers) }, uniquingKeysWith: { first, _ in first })
        for (app, yaml) in inspection.catalogs {
            served[app] = CatalogReader.published(yaml: yaml, providers: providers)?.providers ?? served[app]
        }
        let unserved = inspection.devices.filter { devices in
            devices.state == .active && served[devices.app].map { !$0.contains(devices.provider) } ?? false
        }
        return unserved.map { devices in
            .warn(
                .apps,
                "\(counted(devices.count, "device")) of \(devices.app) \(devices.count == 1 ? "is" : "are") registered with "
                    + "\(devices.provider), which the catalog's `providers` does not list: nothing is sent there; list it and set "
                    + "it up, or register with a service that is listed"
            )
        }
    }

    /// A receiver that is down is told nobody else: events wait for it in silence.
    private func webhook(_ status: WebhookStatus) -> DoctorFinding? {
        let name = "\(status.webhook.id) of \(status.app)"
        if let disabled = status.webhook.disabled, disabled.reason != .requested {
            return .warn(
                .webhooks,
                "\(name) is disabled since \(Zone.terminal.text(of: disabled.at)) (\(disabled.reason.rawValue)): repair its receiver, and enable it again"
            )
        }
        guard let failures = status.webhook.failures else { return nil }
        let next = status.nextTurn.map { "; the next attempt is at \(Zone.terminal.text(of: $0))" } ?? ""
        return .warn(
            .webhooks,
            "the receiver of \(name) takes no messages since \(Zone.terminal.text(of: failures.since))\(next): repair it, and what waits is sent"
        )
    }

    /// Users keep the name of a zone whatever the system knows; without rules their times are those of the app's zone.
    private func unreadZones(_ names: [String]) -> [DoctorFinding] {
        let unread = names.filter { zones.zone($0) == nil }
        guard !unread.isEmpty else { return [] }
        let first = unread.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
        let more = unread.count > 5 ? " and \(unread.count - 5) more" : ""
        return [
            .warn(
                .zones,
                "unknown time zones of users: \(first)\(more); they get the app's zone; install a newer tzdata"
            )
        ]
    }

    /// Nobody but the answer to the entity's PUT has said so.
    private func failedSchedules(_ failed: [DatabaseLook.FailedSchedule]) -> [DoctorFinding] {
        guard !failed.isEmpty else { return [] }
        let first = failed.prefix(3).map { "`\($0.type)` of \($0.app) for `\($0.entity)` (\($0.reason))" }
        let count = failed.count < DatabaseLook.failedScheduleLimit ? "\(failed.count)" : "at least \(failed.count)"
        return [
            .warn(
                .schedules,
                "scheduled notifications that could not be made: \(count), the latest \(first.joined(separator: ", ")); put the "
                    + "entities with what is missing, or make the variables optional in the catalog"
            )
        ]
    }

    /// A database from the future means that the clock went back.
    private func age(of path: String) -> [DoctorFinding] {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let written = attributes?[.modificationDate] as? Date else { return [] }
        let instant = Timestamp(milliseconds: Int64(written.timeIntervalSince1970 * 1000))
        guard instant - now > .seconds(60) else { return [] }
        return [
            .fail(
                .clock,
                "the database was written at \(Zone.terminal.text(of: instant)), which is in the future: the clock went "
                    + "back; set it"
            )
        ]
    }

    private func keys(_ records: [DataKeyRecord], noted: String?) -> [DoctorFinding] {
        let closed = records.filter { !opens($0, with: rootKey) }
        guard let first = closed.first else {
            guard !records.isEmpty else { return [] }
            let all = records.count == 1 ? "the only data key" : "all \(counted(records.count, "data key"))"
            return [.ok(.keys, "the root key \(rootKey.fingerprint) decrypts \(all)")]
        }
        if let next = nextRootKey(), records.allSatisfy({ opens($0, with: next) }) {
            return [
                .warn(.keys, "a rotation of the root key was interrupted; the next start of the server completes it")
            ]
        }
        if let key = previousKeys.first(where: { key in records.allSatisfy { opens($0, with: key) } }) {
            return [
                .warn(
                    .keys,
                    "this database needs root key \(key.fingerprint), which a rotation replaced: the server finds it in "
                        + "root-keys.previous; keep that file, or rotate the root key again"
                )
            ]
        }
        let needed = noted.map { "root key \($0)" } ?? "the root key this database was created with"
        return [
            .fail(
                .keys,
                "the root key \(rootKey.fingerprint) does not decrypt the data key of \(first.app) "
                    + "(\(closed.count) of \(records.count) fail); use \(needed)"
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
