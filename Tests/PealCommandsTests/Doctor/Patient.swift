import Foundation
import PealCore
import PealCrypto
import PealProviderKit
import PealSQLite

@testable import PealCommands
@testable import PealServer

/// An installation for the doctor to look at: two small apps, in a directory of its own.
struct Patient {
    let directory: URL
    let rootKey: String
    /// An instant at which everything is well.
    static var now: Timestamp { SystemClock().now }

    static let catalog = """
        app: shop
        name: Shop
        locales: [en]
        timeZone: Europe/Berlin
        links: {scheme: shop, routes: ["/"], fallback: /}
        providers: [expo, webpush]
        categories:
          orders: {title: Orders}
        types:
          shipped:
            category: orders
            audience: {allow: [users]}
            title: Shipped
            body: On its way
            link: /
        """

    static func with(_ body: (Patient) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        for name in ["", "data", "catalogs"] {
            try FileManager.default.createDirectory(
                at: directory.appending(path: name),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        let patient = Patient(directory: directory, rootKey: RootKey.generate())
        try patient.writeCatalog(Self.catalog)
        try patient.configure()
        try await body(patient)
    }

    /// The installation's catalogs, as the doctor reads them.
    func catalogs() async -> [Catalog] {
        await SettingCheck(
            paths: InstallationPaths(
                configuration: ConfigurationPath(path: directory.appending(path: "peal.yaml").path),
                catalogs: directory.appending(path: "catalogs").path
            ),
            environment: [:]
        ).run().catalogs
    }

    var database: String { directory.appending(path: "data/peal.db").path }

    func writeCatalog(_ yaml: String) throws { try write(yaml, to: "catalogs/shop.yaml") }

    /// Writes `peal.yaml`: a working one with other settings of the app, and more lines, when given.
    func configure(_ app: String? = nil, more: String = "") throws {
        let settings =
            app ?? "{jwt: {secret: \"\(rootKey)\"}, origins: [\"https://shop.example\"], expo: {enabled: true}}"
        try write("rootKey: \"\(rootKey)\"\n\(more)\napps: {shop: \(settings)}\n", to: "peal.yaml")
    }

    /// Makes the database as a server does, with a data key of each app.
    func makeDatabase(rootKey: String? = nil, mode: SQLiteStore.Mode = .production) async throws {
        let store = try SQLiteStore.open(path: database, mode: mode)
        let root = try RootKey(base64: rootKey ?? self.rootKey)
        _ = try await KeyringLoader(rootKey: root, store: store, now: Self.now).load(apps: ["shop"])
        try store.close()
    }

    func write(_ text: String, to name: String, mode: Int = 0o600) throws {
        let path = directory.appending(path: name).path
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// What the doctor finds.
    func examine(
        environment: [String: String] = [:],
        now: Timestamp = Patient.now,
        transport: HTTPTransport = HTTPTransport { _ in .notSent(reason: "offline") },
        isOnline: Bool = false,
        patience: Duration = .seconds(10),
        plugins: ProviderPlugins = .shipped,
        inspect: @escaping @Sendable (String) async throws -> DatabaseInspection = {
            try DatabaseInspection.looking(at: $0)
        }
    ) async -> DoctorReport {
        var doctor = Doctor(
            paths: InstallationPaths(
                configuration: ConfigurationPath(path: directory.appending(path: "peal.yaml").path),
                data: directory.appending(path: "data").path,
                catalogs: directory.appending(path: "catalogs").path
            ),
            environment: environment,
            now: { now },
            inspectDatabase: inspect
        )
        doctor.patience = patience
        doctor.plugins = plugins
        return await doctor.run(transport: transport, isOnline: isOnline)
    }
}

extension DoctorReport {
    /// The report as in a file.
    var plain: String { text(TerminalStyle(isColoured: false)) }

    /// The messages of one kind.
    func messages(_ level: DoctorFinding.Level, _ check: DoctorCheck) -> [String] {
        lines.filter { $0.level == level && $0.check == check }.map(\.message)
    }
}
