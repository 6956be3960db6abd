import Foundation
import Logging
import PealCore
import PealCrypto
import PealEngine
import PealSQLite
import Synchronization
import Testing

@testable import PealServer

/// An installation with a user, a device, a row in an inbox and a trigger of next week, whose server can be started with any
/// clock.
final class ClockWorld: Sendable {
    static let day = Duration.seconds(86_400)
    private static let catalog = """
        app: shop
        name: Shop
        locales: [en]
        timeZone: UTC
        features: {inbox: true}
        links: {scheme: shop, routes: ["/"], fallback: /}
        providers: [expo]
        retention: {inbox: 30d, deliveryLog: 30d, audit: 400d}
        devices: {staleAfter: 90d}
        entities:
          event: {roles: [member], times: [startsAt]}
        categories:
          orders: {title: Orders}
        types:
          shipped:
            category: orders
            audience: {allow: [users]}
            title: Shipped
            body: On its way
            link: /
          soon:
            category: orders
            audience: {default: {members: {of: self}}, allow: [users, members]}
            schedule: {entity: event, at: startsAt, offset: -20m}
            title: Soon
            body: It begins soon
            link: /
            ttl: 10m
        """

    let folder: URL
    let key = SecretKey.generate()
    private let offset = Mutex(Duration.zero)
    private let lines = Mutex<[String]>([])
    private let logged = WakeUp()
    private let rootKey = RootKey.generate()
    /// The trigger of next week.
    private let scheduled = Mutex("")

    private init() {
        folder = FileManager.default.temporaryDirectory.appending(path: "peal-clock-\(UUID().uuidString)")
    }

    /// Runs a test on an installation that a server with the right clock has left.
    static func with(_ settings: String = "", _ body: (ClockWorld) async throws -> Void) async throws {
        let world = ClockWorld()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        for name in ["", "data", "catalogs"] {
            try FileManager.default.createDirectory(
                at: world.folder.appending(path: name),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        try world.write(catalog, to: "catalogs/shop.yaml")
        try world.configure(settings)
        try await world.prepare()
        try await body(world)
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    /// Writes `peal.yaml`, with further settings of the app, and lines for the whole server.
    func configure(_ settings: String = "", server: String = "") throws {
        let apps = settings.isEmpty ? "" : "apps: {shop: \(settings)}\n"
        // A test asks as fast as it can.
        let rates = "rateLimits: {key: {rate: 1000000, burst: 1000000}, address: {rate: 1000000, burst: 1000000}}\n"
        try write("rootKey: \"\(rootKey)\"\n\(rates)\(apps)\(server)", to: "peal.yaml")
    }

    /// Writes the catalog with rules of alerts.
    func alert(_ rules: String) throws { try write("\(Self.catalog)\nalerts: [\(rules)]\n", to: "catalogs/shop.yaml") }

    var database: String { folder.appending(path: "data/peal.db").path }

    /// What the log says since the last start, a line each.
    var log: [String] { lines.withLock { $0 } }

    /// Sets the clock of the running server.
    func jump(_ offset: Duration) { self.offset.withLock { $0 = offset } }

    /// Lets a time pass on the clock of the running server: in steps that no start has to question, each of them read.
    func pass(_ time: Duration, _ edge: EdgeWorld) async throws {
        let step = Duration.seconds(3_000)
        var passed = Duration.zero
        while passed < time {
            passed = min(passed + step, time)
            jump(passed)
            let ready = try await edge.call("GET", "/readyz", key: nil)
            #expect(ready.text.contains("\"clock\":true"), "\(ready.text)")
        }
    }

    /// Runs a server whose clock is off.
    func serve(_ offset: Duration = .zero, _ body: @escaping @Sendable (EdgeWorld) async throws -> Void) async throws {
        jump(offset)
        lines.withLock { $0 = [] }
        var plan = try await plan()
        plan.systemClock = SystemClock { self.offset.withLock { $0 } }
        let logger = Logger(label: "peal") { _ in
            Recorder { line in
                self.lines.withLock { $0.append(line) }
                self.logged.fire()
            }
        }
        try await Server.withRunning(plan, logger: logger) { server in
            try await body(EdgeWorld(url: server.url, port: server.port))
        }
    }

    /// A server of the installation, as its files configure it.
    func plan() async throws -> ServerPlan {
        let paths = InstallationPaths(
            configuration: ConfigurationPath(path: folder.appending(path: "peal.yaml").path, isNamed: true),
            data: folder.appending(path: "data").path,
            catalogs: folder.appending(path: "catalogs").path
        )
        return try await ServerPlan.production(paths, port: 0, crashAt: nil)
    }

    /// Opens the database while no server runs, or beside one.
    func store<Value>(_ body: (SQLiteStore) async throws -> Value) async throws -> Value {
        let isThere = FileManager.default.fileExists(atPath: database)
        let store = try SQLiteStore.open(path: database, mode: .production, opening: isThere ? .current : .creating)
        let value = try await body(store)
        try store.close()
        return value
    }

    /// How many rows there are, by what they are.
    func rows() throws -> [String: Int] {
        let copy = folder.appending(path: "copy-\(UUID().uuidString).db").path
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let backup = try DatabaseBackup.write(from: database, to: copy)
        let rows = Dictionary(uniqueKeysWithValues: backup.counts.map { ($0.name, $0.rows) })
        // A test that compared a name that is not counted would compare nothing.
        try #require(rows.keys.sorted() == ["app", "device", "notification", "trigger", "user"])
        return rows
    }

    /// A trigger for the user, sent now or after a time of the right clock; its identifier.
    func trigger(_ edge: EdgeWorld, after time: Duration? = nil) async throws -> String {
        let due = time.map { ", \"sendAt\": \"\((SystemClock().now + $0).rfc3339)\"" } ?? ""
        let body = "{\"type\": \"shipped\", \"to\": {\"users\": [\"ann\"]}\(due)}"
        let answer = try await edge.call("POST", "/api/v1/triggers", key: key.text, body: body)
        try #require(answer.status == 202, "\(answer.text)")
        let json = try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any]
        return try #require(json?["id"] as? String)
    }

    /// The status of a trigger.
    func status(_ id: String, _ edge: EdgeWorld) async throws -> String {
        let answer = try await edge.call("GET", "/api/v1/triggers/\(id)", key: key.text)
        let json = try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any]
        return json?["status"] as? String ?? answer.text
    }

    /// The status of the trigger of next week.
    func scheduledStatus(_ edge: EdgeWorld) async throws -> String {
        try await status(scheduled.withLock { $0 }, edge)
    }

    /// Asks until something is so; the limit only finds a hang.
    func until(_ what: String, _ holds: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(600)
        while try await !holds() { try #require(ContinuousClock.now < end, "\(what): \(log)") }
    }

    /// Returns when a line with all of some words is in the log.
    func untilLogged(_ words: String...) async {
        while true {
            let version = logged.version
            if log.contains(where: { line in words.allSatisfy { line.contains($0) } }) { return }
            await logged.wait(after: version)
        }
    }

    private func prepare() async throws {
        try await store { store in
            try await store.add(
                SecretKeyRecord(
                    id: MonotonicIDs(now: { SystemClock().now }).generator.make(),
                    app: "shop",
                    hash: key.hash,
                    scopes: ["*"],
                    name: "test",
                    createdAt: SystemClock().now
                )
            )
        }
        try await serve { [self] edge in
            let user = try await edge.call("PUT", "/api/v1/users/ann", key: key.text, body: "{}")
            try #require([200, 201].contains(user.status), "\(user.text)")
            let shown = try await trigger(edge)
            try await until("the first trigger is decided") { try await status(shown, edge) == "done" }
            let later = try await trigger(edge, after: Self.day * 5)
            scheduled.withLock { $0 = later }
        }
        try await store { store in
            let device = Device(
                id: MonotonicIDs(now: { SystemClock().now }).generator.make(),
                userID: "ann",
                provider: .expo,
                tokenHash: [1],
                sealedToken: [2],
                platform: .ios,
                permission: .granted,
                state: .active,
                createdAt: SystemClock().now,
                lastSeenAt: SystemClock().now
            )
            _ = try await ChangeDevices(store: store).register(device, app: "shop") { _ in [2] }
        }
    }

    /// Keeps what is logged.
    private struct Recorder: LogHandler {
        let keep: @Sendable (String) -> Void
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        init(keep: @escaping @Sendable (String) -> Void) { self.keep = keep }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let words = (event.metadata ?? [:]).map { "\($0)=\($1)" }.sorted().joined(separator: " ")
            keep("\(event.level): \(event.message) \(words)")
        }
    }
}
