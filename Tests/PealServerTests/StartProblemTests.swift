import Foundation
import Logging
import PealCore
import Testing

@testable import PealServer

@Suite("What keeps a server from starting")
struct StartProblemTests {
    @Test("A port that is taken is named, with the flag that mends it")
    func takenPort() async throws {
        try await Self.withDirectory { directory in
            let first = try ServerPlan.sandbox(dataDirectory: directory.appending(path: "first").path)
            try await Server.withRunning(first, logger: Self.quiet) { server in
                let port = try #require(URL(string: server.url)?.port)
                let second = try ServerPlan.sandbox(port: port, dataDirectory: directory.appending(path: "second").path)
                let error = await #expect(throws: ServerError.self) {
                    try await Server.withRunning(second, logger: Self.quiet) { _ in }
                }
                #expect(error?.code == .port)
                #expect(
                    error?.message
                        == "port \(port) is in use; stop the other process or pass --port (0 picks a free one)"
                )
            }
        }
    }

    @Test(
        "A host that cannot be listened on is named",
        arguments: [
            ("192.0.2.1", "192.0.2.1 is not an address of this machine"),
            ("no such host", "unknown host \"no such host\""),
        ]
    )
    func host(_ host: String, message: String) async throws {
        try await Self.withDirectory { directory in
            var plan = try ServerPlan.sandbox(dataDirectory: directory.path)
            plan.configuration.host = host
            let wrong = plan
            let error = await #expect(throws: ServerError.self) {
                try await Server.withRunning(wrong, logger: Self.quiet) { _ in }
            }
            #expect(error?.code == .port)
            #expect(error?.message.hasPrefix(message) == true)
        }
    }

    @Test("A data directory that cannot be made is named")
    func data() async throws {
        try await Self.withDirectory { directory in
            let file = directory.appending(path: "file")
            try Data().write(to: file)
            let error = #expect(throws: ServerError.self) {
                try ServerPlan.sandbox(dataDirectory: file.appending(path: "data").path)
            }
            #expect(error?.code == .data)
            #expect(error?.message.hasPrefix("cannot create the data directory \(file.path)/data: ") == true)
        }
    }

    @Test("A file in place of the catalogs directory, or nothing, is told apart")
    func catalogs() async throws {
        try await Self.withDirectory { directory in
            let file = directory.appending(path: "reports.yaml")
            try Data().write(to: file)
            let loader = CatalogLoader(logger: Self.quiet)
            let notDirectory = #expect(throws: ServerError.self) { try loader.sources(directory: file.path) }
            #expect(notDirectory?.message.contains("it is a file") == true)
            let nothing = #expect(throws: ServerError.self) { try loader.sources(directory: "\(file.path)-none") }
            #expect(nothing?.message.hasPrefix("the catalogs directory \(file.path)-none does not exist") == true)
        }
    }

    @Test("The configuration may be among the catalogs; a catalog of an app with its name is read")
    func configurationAmongCatalogs() throws {
        try Self.withCatalog { directory in
            let loader = CatalogLoader(logger: Self.quiet)
            try Data("rootKey: \"secret\"\napps:\n  reports: {}\n".utf8).write(
                to: directory.appending(path: "peal.yaml")
            )
            #expect(try loader.sources(directory: directory.path).map(\.app) == ["reports"])
            let other = try #require(EmbeddedAssets.catalogs.first { $0.0 == "match.yaml" }).1
            try Data(other.utf8).write(to: directory.appending(path: "peal.yaml"))
            #expect(try loader.sources(directory: directory.path).map(\.app) == ["match", "reports"])
        }
    }

    @Test("A catalog with a zone that nobody knows does not start")
    func zone() async throws {
        try await Self.withDirectory { directory in
            let shipped = try #require(EmbeddedAssets.catalogs.first { $0.0 == "reports.yaml" })
            let yaml = shipped.1.replacing("timeZone: Europe/Paris", with: "timeZone: Europe/Pariss")
            try Data(yaml.utf8).write(to: directory.appending(path: "reports.yaml"))
            let error = #expect(throws: ServerError.self) {
                try CatalogLoader(logger: Self.quiet).sources(directory: directory.path)
            }
            #expect(error?.code == .catalogs)
            #expect(error?.message.hasPrefix("reports.yaml:5:") == true)
            #expect(error?.message.contains("unknown time zone `Europe/Pariss`") == true)
            #expect(error?.message.contains("did you mean `Europe/Paris`?") == true)
        }
    }

    private static let quiet: Logger = {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }()

    /// A directory with the catalog of `reports`.
    private static func withCatalog(_ body: (URL) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let shipped = try #require(EmbeddedAssets.catalogs.first { $0.0 == "reports.yaml" })
        try Data(shipped.1.utf8).write(to: directory.appending(path: "reports.yaml"))
        try body(directory)
    }

    private static func withDirectory(_ body: (URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory)
    }
}
