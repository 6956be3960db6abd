import Foundation
import PealCore
import PealEngine
import Testing

@testable import PealServer

@Suite("The section otlp of peal.yaml (R218)")
struct OTLPSettingsTests {
    /// The settings of a configuration with these lines.
    private static func read(
        _ otlp: String,
        files: [String: String] = [:],
        environment: [String: String] = [:]
    ) async throws -> OTLPSettings? {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for (name, text) in files { try Data(text.utf8).write(to: directory.appending(path: name)) }
        let path = directory.appending(path: "peal.yaml")
        let root = Data(repeating: 7, count: 32).base64EncodedString()
        try Data("rootKey: \"\(root)\"\n\(otlp)\n".utf8).write(to: path)
        var file = try await ConfigurationFile(ConfigurationPath(path: path.path), environment: environment)
        return try file.read(apps: ["match"], overrides: .init()).otlp
    }

    @Test("Every key is read, and a secret may be in a file or in the environment")
    func every() async throws {
        #expect(try await Self.read("")?.endpoint == nil)
        let usual = try #require(try await Self.read("otlp: {endpoint: \"https://otlp.example/x/\"}"))
        #expect(usual.endpoint == "https://otlp.example/x" && usual.headers.isEmpty)
        #expect(usual.signals == [.logs, .traces] && usual.share == 0.01)
        let set = try #require(
            try await Self.read(
                """
                otlp:
                  endpoint: http://10.0.0.7:4318
                  headersFile: headers.txt
                  logs: false
                  traceShare: 1
                  allow: ["http://10.0.0.7:4318"]
                """,
                files: ["headers.txt": "Authorization=Bearer%20a=b\nx-scope = peal\n"]
            )
        )
        #expect(set.signals == [.traces] && set.share == 1)
        #expect(set.headers.map(\.name) == ["authorization", "x-scope"])
        #expect(set.headers.map(\.value) == ["Bearer a=b", "peal"])
        let variables = ["PEAL_OTLP_HEADERS": "api-key=1,b=2", "PEAL_OTLP_ENDPOINT": "https://otlp.example"]
        let environment = try #require(try await Self.read("", environment: variables))
        #expect(environment.headers.map(\.value) == ["1", "2"])
        #expect(
            try await Self.read("otlp: {endpoint: \"https://otlp.example\", logs: false, traces: false}")?.endpoint
                == nil
        )
    }

    private static let faults: [(String, String)] = [
        ("{logs: true}", "otlp.endpoint: is missing"),
        (
            "{endpoint: \"http://otlp.example\"}",
            "otlp.endpoint: must begin with https://; name its host:port in `allow`"
        ),
        ("{endpoint: \"https://10.0.0.7:4318\"}", "otlp.endpoint: must have a host name, not an address; name its"),
        ("{endpoint: \"https://otlp.example:4318\"}", "otlp.endpoint: has a port that is not allowed; name its"),
        ("{endpoint: \"https://otlp.example/v1/logs\"}", "otlp.endpoint: write the base URL"),
        ("{endpoint: \"https://otlp.example\", allow: [x]}", "otlp.allow: x is not host:port"),
        ("{endpoint: \"https://otlp.example\", traceShare: 2}", "otlp.traceShare: write a number from 0 to 1"),
        ("{endpoint: \"https://otlp.example\", headers: \"a=1,SECRET\"}", "otlp.headers: entry 2 is not `name=value`"),
        ("{endpoint: \"https://otlp.example\", headers: \"host=SECRET\"}", "otlp.headers: entry 1 is not `name=value`"),
        ("{endpoint: \"https://otlp.example\", header: \"SECRET\"}", "otlp.header: unknown key"),
    ]

    @Test("What is wrong is reported by its key, and no secret is shown", arguments: faults)
    func faulty(yaml: String, problem: String) async throws {
        let error = await #expect(throws: ServerError.self) { try await Self.read("otlp: \(yaml)") }
        #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("SECRET") == false)
    }
}
