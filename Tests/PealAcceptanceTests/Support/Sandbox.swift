import Foundation
import Logging
import PealServer
import Testing

/// A sandbox server of a test's own, spoken to over HTTP only.
struct Sandbox: Sendable {
    let url: String
    /// Calls without a credential: health, the sandbox, strangers.
    let anyone: APICaller
    /// Its data directory, for commands of operators.
    let directory: String

    init(url: String, directory: String) {
        self.url = url
        self.directory = directory
        anyone = APICaller(url: url, credential: nil)
    }

    /// An app's backend with its test key.
    func backend(_ app: String) -> Backend { Backend(sandbox: self, app: app, key: "sk_test_\(app)") }

    /// A user's token.
    func token(_ app: String, _ user: String, expiresIn: String = "P30D") async throws -> String {
        let answer = try await anyone.post(
            "/sandbox/tokens",
            ["app": "\(app)", "user": "\(user)", "expiresIn": "\(expiresIn)"]
        )
        return try #require(answer["jwt"].string)
    }

    /// Steps through every due instant and drains each.
    func advance(_ duration: String) async throws {
        _ = try await anyone.post("/sandbox/clock", ["advance": "\(duration)"])
    }

    /// Steps forward to an instant.
    func setClock(_ instant: String) async throws { _ = try await anyone.post("/sandbox/clock", ["set": "\(instant)"]) }

    /// Waits until nothing is due or in flight.
    func settle() async throws {
        let reply = try await anyone.send("POST", "/sandbox/settle", ["timeoutMs": 120_000])
        #expect(try reply.expecting(200)["settled"].bool == true, "the server does not come to rest")
    }

    /// The files of its data directory that hold a text, in clear or as hexadecimal digits or Base64 of the whole text.
    func filesContaining(_ text: String) throws -> [String] {
        let bytes = Data(text.utf8)
        let forms = [bytes, Data(bytes.map { String(format: "%02x", $0) }.joined().utf8), bytes.base64EncodedData()]
        let files = FileManager.default.enumerator(at: URL(filePath: directory), includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { file in
            guard let content = try? Data(contentsOf: file) else { return false }
            return forms.contains { content.range(of: $0) != nil }
        }.map(\.lastPathComponent)
    }

    /// The value of a metric, given with its labels; `nil` when it is not shown.
    func metric(_ name: String) async throws -> String? {
        let lines = try await anyone.send("GET", "/metrics").text.split(separator: "\n")
        return lines.first { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// Scripts what the simulators do wrong.
    func fault(_ fault: JSON) async throws { _ = try await anyone.post("/sandbox/faults", fault) }

    func clearFaults() async throws { _ = try await anyone.delete("/sandbox/faults") }

    /// Every push request the simulators received, oldest first.
    func pushes() async throws -> [Push] {
        try await anyone.get("/sandbox/pushes")["items"].items.map(Push.init)
    }

    /// How many push requests the simulators received, refused ones too.
    func pushCount() async throws -> Int {
        var (count, cursor) = (0, "0")
        while true {
            let page = try await anyone.get("/sandbox/pushes?since=\(cursor)")
            count += page["items"].items.count
            guard let next = page["nextCursor"].string else { return count }
            cursor = next
        }
    }
}

/// Runs a test against a sandbox server with a fresh data directory, its clock at `start` first.
func withSandbox(at start: String? = nil, _ body: @escaping @Sendable (Sandbox) async throws -> Void) async throws {
    try await SandboxServer.run { sandbox in
        if let start { try await sandbox.setClock(start) }
        try await body(sandbox)
    }
}

/// Starts and stops sandbox servers.
enum SandboxServer {
    static func run(
        catalogs: String? = nil,
        plugins: ProviderPlugins = .shipped,
        _ body: @escaping @Sendable (Sandbox) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-acceptance-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let plan = try ServerPlan.sandbox(
            dataDirectory: directory.path,
            catalogsDirectory: catalogs,
            origins: [Self.origin],
            plugins: plugins
        )
        try await Server.withRunning(plan, logger: quiet) { server in
            try await body(Sandbox(url: server.url, directory: directory.path))
        }
    }

    /// The web origin every app allows.
    static let origin = "https://app.example"

    private static var quiet: Logger {
        var logger = Logger(label: "peal")
        logger.logLevel = .error
        return logger
    }
}
