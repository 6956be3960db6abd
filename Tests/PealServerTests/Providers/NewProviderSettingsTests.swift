import Foundation
import PealCore
import PealCrypto
import PealProviderKit
import PealSampleProvider
import Testing

@testable import PealServer

@Suite("The settings of a push service that is new to the server")
struct NewProviderSettingsTests {
    @Test("are read from its section, a secret from a file of its own as well")
    func section() async throws {
        let shop = try await Self.read("{sample: {key: sample-1, endpoint: \"http://127.0.0.1:9\", rate: 7}}")
        let settings = try #require(shop.settings)
        #expect(settings.key == "sample-1")
        #expect(settings.endpoint == "http://127.0.0.1:9")
        #expect(settings.queue.rate == 7)
        let other = try await Self.read("{sample: {keyFile: sample.key}}", files: ["sample.key": "sample-2\n"])
        #expect(other.settings?.key == "sample-2")
        #expect(other.secretFiles.map { URL(filePath: $0).lastPathComponent } == ["sample.key"])
        #expect(try await Self.read("{}").settings == nil)
    }

    @Test("are read from the environment")
    func environment() async throws {
        let variables = ["PEAL_APPS_SHOP_SAMPLE_KEY": "sample-3", "PEAL_APPS_SHOP_SAMPLE_RATE": "9"]
        let shop = try await Self.read("{}", environment: variables)
        #expect(shop.settings?.key == "sample-3")
        #expect(shop.settings?.queue.rate == 9)
    }

    @Test(
        "are reported with what is wrong",
        arguments: [
            ("{sample: {rate: 1}}", "apps.shop.sample: set key (from the sample service's console)"),
            ("{sample: {keys: sample-1}}", "apps.shop.sample.keys: unknown key; did you mean `key`?"),
            ("{sampel: {key: sample-1}}", "apps.shop.sampel: unknown key; did you mean `sample`?"),
            ("{sample: {key: sample-1, rate: 0}}", "apps.shop.sample.rate: 0 is out of range; write 1 to 1000000"),
        ]
    )
    func problems(yaml: String, problem: String) async throws {
        let error = await #expect(throws: ServerError.self) { try await Self.read(yaml) }
        #expect(error?.message == problem)
    }

    @Test("make the file that holds a secret one for its owner only")
    func secret() async throws {
        #expect(try await Self.read("{sample: {key: sample-1}}").holdsSecrets)
        #expect(ConfigurationKeys(ProviderRoute.plugins).secretNames.contains("key"))
    }

    /// What a configuration with settings of the app `shop` comes to.
    private struct Reading {
        var settings: SampleSettings?
        var secretFiles: [String]
        var holdsSecrets: Bool
    }

    @discardableResult private static func read(
        _ app: String,
        environment: [String: String] = [:],
        files: [String: String] = [:]
    ) async throws -> Reading {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for (name, text) in files { try Data(text.utf8).write(to: directory.appending(path: name)) }
        let path = directory.appending(path: "peal.yaml")
        try Data("apps: {shop: \(app)}\n".utf8).write(to: path)
        var file = try await ConfigurationFile(
            ConfigurationPath(path: path.path),
            environment: environment.merging(["PEAL_ROOT_KEY": RootKey.generate()]) { own, _ in own },
            plugins: ProviderRoute.plugins
        )
        let configuration = try file.read(apps: ["shop"], overrides: .init())
        return Reading(
            settings: configuration.apps["shop"]?.providers[SampleProvider.traits.id] as? SampleSettings,
            secretFiles: file.secretFiles,
            holdsSecrets: file.holdsSecrets
        )
    }
}
