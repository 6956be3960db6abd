import Foundation
import JudgeKit
import Logging
import PealCatalog
import PealCore
import PealCrypto
import Synchronization

/// What all seeds share: catalogs, zones, keys.
final class SimSetup: Sendable {
    let catalogs: [Catalog]
    let keyring: Keyring
    let logger: Logger
    /// Where databases lie.
    let directory: URL
    private let template: URL
    private let zones = Mutex<[String: Zone]>([:])
    private let calendars = Mutex<[String: TimeZone]>([:])

    /// Zones users live in: both hemispheres, half and quarter hours, a half-hour summer time.
    static let zoneNames = [
        "Europe/Berlin", "America/New_York", "America/Chicago", "Asia/Kolkata", "Pacific/Auckland",
        "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC",
    ]

    /// Reads every catalog of a directory.
    /// - Throws: `JudgeError` when there is none, or one has errors.
    init(catalogs path: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".yaml") }
        var catalogs: [Catalog] = []
        for name in names.sorted() {
            let url = URL(filePath: path).appending(path: name)
            catalogs.append(try Self.read(String(contentsOf: url, encoding: .utf8), file: name))
        }
        guard !catalogs.isEmpty else { throw JudgeError(.invalid, "no catalog in \(path)") }
        catalogs.append(try Self.read(BusyCatalog.yaml, file: "busy.yaml"))
        self.catalogs = catalogs
        keyring = Keyring()
        for catalog in catalogs { keyring.install(.generate(), app: catalog.app, version: 1) }
        var logger = Logger(label: "sim")
        logger.logLevel = .critical
        self.logger = logger
        directory = Self.scratch.appending(path: "peal-sim-\(UUID().uuidString.prefix(8))")
        template = directory.appending(path: "template")
        try SQLiteFiles.makeTemplate(in: template)
    }

    /// An empty store for a run, whose files are in a directory.
    func freshStore(in directory: URL) throws -> SQLiteFiles {
        try SQLiteFiles(directory: template, copies: CopyNames(in: directory)).copy()
    }

    /// Removes what lies on disk.
    func remove() { try? FileManager.default.removeItem(at: directory) }

    /// A directory in memory, where there is one.
    private static var scratch: URL {
        let memory = URL(filePath: "/dev/shm")
        let isThere = FileManager.default.isWritableFile(atPath: memory.path)
        return isThere ? memory : FileManager.default.temporaryDirectory
    }

    private static func read(_ yaml: String, file: String) throws -> Catalog {
        let reading = CatalogReader.read(yaml: yaml, file: file, providers: .shipped)
        guard var catalog = reading.catalog else { throw JudgeError(.invalid, "\(file): \(reading.findings)") }
        catalog.version = 1
        return catalog
    }

    /// The rules that Peal decides by.
    func zone(_ name: String) -> Zone? {
        if name == "UTC" { return .utc }
        if let known = zones.withLock({ $0[name] }) { return known }
        guard let bytes = try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo").appending(path: name)),
            let rules = try? ZoneRules(tzif: [UInt8](bytes))
        else { return nil }
        let zone = Zone(name: name, rules: rules)
        zones.withLock { $0[name] = zone }
        return zone
    }

    /// The minute of the local day, by Foundation's zones: an opinion that shares nothing with ``zone(_:)``.
    func localMinute(of instant: Timestamp, in name: String) -> Int? {
        localSecond(of: instant, in: name).map { Int(($0 % 86_400 + 86_400) % 86_400) / 60 }
    }

    /// The local day, counted from 1970, by Foundation's zones.
    func localDay(of instant: Timestamp, in name: String) -> Int? {
        localSecond(of: instant, in: name).map { Int($0 / 86_400) }
    }

    /// The local hour, counted from 1970, by Foundation's zones.
    func localHour(of instant: Timestamp, in name: String) -> Int? {
        localSecond(of: instant, in: name).map { Int($0 / 3_600) }
    }

    func localSecond(of instant: Timestamp, in name: String) -> Int64? {
        let known = calendars.withLock { known in
            if let zone = known[name] { return zone as TimeZone? }
            known[name] = TimeZone(identifier: name)
            return known[name]
        }
        guard let known else { return nil }
        let second = instant.seconds
        return second + Int64(known.secondsFromGMT(for: Foundation.Date(timeIntervalSince1970: Double(second))))
    }
}
