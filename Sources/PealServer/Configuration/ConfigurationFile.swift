import Configuration
import Foundation
import PealCatalog
import PealCore
import PealCrypto
import PealWire

/// Reads `peal.yaml` and the environment, and reports everything that is wrong at once.
struct ConfigurationFile {
    private let reader: ConfigReader
    private let directory: URL
    private let written: JSONValue
    private(set) var problems: [String] = []

    /// Opens the file; a missing one leaves the environment alone to speak.
    init(path: String, environment: [String: String]) async throws(ServerError) {
        let place = ConfigReader(
            provider: InMemoryProvider(values: ["filePath": .init(stringLiteral: path), "allowMissing": true])
        )
        let file: FileProvider<YAMLSnapshot>
        do {
            file = try await FileProvider<YAMLSnapshot>(config: place)
        } catch {
            throw ServerError(.configuration, "\(path) cannot be read as YAML: \(error)")
        }
        written = try Self.written(at: path)
        reader = ConfigReader(providers: [
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "peal"), file,
        ])
        directory = URL(filePath: path).deletingLastPathComponent()
    }

    /// Overrides from the command line.
    struct Overrides: Sendable {
        var port: Int?
        var dataDirectory: String?
        var catalogsDirectory: String?
    }

    /// Where catalogs lie; `nil` serves the shipped ones.
    var catalogsDirectory: String? { reader.string(forKey: "catalogs").map(resolve) }

    /// The whole configuration.
    mutating func read(apps: [AppID], overrides: Overrides) throws(ServerError) -> ServerConfiguration {
        problems += ConfigurationKeys.problems(in: written, apps: apps)
        let rootKey = rootKey()
        let settings = Dictionary(uniqueKeysWithValues: apps.map { ($0, app($0)) })
        let port = number("port", 0...65_535, default: 8080)
        let backlog = number("backlog", 100...100_000_000, default: 100_000)
        let maximumInFlight = number("maximumInFlight", 1...10_000, default: 512)
        guard let rootKey, problems.isEmpty else {
            throw ServerError(.configuration, problems.joined(separator: "\n"))
        }
        return ServerConfiguration(
            host: reader.string(forKey: "host", default: "127.0.0.1"),
            port: overrides.port ?? port,
            dataDirectory: overrides.dataDirectory ?? reader.string(forKey: "data", default: "peal-data"),
            catalogsDirectory: overrides.catalogsDirectory ?? catalogsDirectory,
            rootKey: rootKey,
            backlog: backlog,
            maximumInFlight: maximumInFlight,
            apps: settings
        )
    }

    /// What stands in the file, known keys and others.
    private static func written(at path: String) throws(ServerError) -> JSONValue {
        guard FileManager.default.fileExists(atPath: path) else { return .object([:]) }
        do {
            return try JSONParser.parse(YAMLDocument.json([UInt8](try Data(contentsOf: URL(filePath: path)))))
        } catch {
            // The cause may quote a secret.
            throw ServerError(.configuration, "\(path) has values of no plain kind; put dates and the like in quotes")
        }
    }

    /// A whole number within bounds; a text that is none is a problem, not the default.
    private mutating func number(_ key: String, _ range: ClosedRange<Int>, default fallback: Int) -> Int {
        do {
            let text = reader.string(forKey: ConfigKey(key))
            let value = try reader.int(forKey: ConfigKey(key)) ?? text.map(Self.integer) ?? fallback
            if range.contains(value) { return value }
            problems.append("\(key): \(value) is not from \(range.lowerBound) to \(range.upperBound)")
        } catch {
            problems.append("\(key): a whole number is needed")
        }
        return fallback
    }

    private static func integer(_ text: String) throws -> Int {
        guard let value = Int(text) else { throw ServerError(.configuration, text) }
        return value
    }

    private mutating func rootKey() -> RootKey? {
        guard let text = secret("rootKey") else {
            problems.append("rootKey is missing: run `peal init`, or set rootKey or rootKeyFile (PEAL_ROOT_KEY_FILE)")
            return nil
        }
        do throws(CryptoError) {
            return try RootKey(base64: text)
        } catch {
            problems.append("rootKey: \(error.message)")
            return nil
        }
    }

    private mutating func app(_ id: AppID) -> AppConfiguration {
        let prefix = "apps.\(id)"
        let jwtSecret = secret("\(prefix).jwt.secret")
        if let jwtSecret, jwtSecret.utf8.count < 32 {
            problems.append("\(prefix).jwt.secret: HS256 needs at least 32 bytes; `peal init` writes one")
        }
        return AppConfiguration(
            jwtSecret: jwtSecret,
            jwtKeyID: reader.string(forKey: ConfigKey("\(prefix).jwt.kid")),
            origins: reader.stringArray(forKey: ConfigKey("\(prefix).origins"), default: []),
            fcmServiceAccount: secret("\(prefix).fcm.credentials"),
            fcmEndpoint: reader.string(forKey: ConfigKey("\(prefix).fcm.endpoint")),
            fcmCriticalAlerts: reader.bool(forKey: ConfigKey("\(prefix).fcm.criticalAlerts"), default: false)
        )
    }

    /// A secret in place, or in the file that `…File` names: relative to the configuration file.
    private mutating func secret(_ key: String) -> String? {
        if let path = reader.string(forKey: ConfigKey("\(key)File")) {
            do {
                return try String(contentsOf: URL(filePath: resolve(path)), encoding: .utf8)
                    .trimmingCharacters(in: .whitespacesAndNewlines)
            } catch {
                problems.append("\(key)File: \(resolve(path)) cannot be read; check that it exists and who may read it")
                return nil
            }
        }
        return reader.string(forKey: ConfigKey(key), isSecret: true)
    }

    private func resolve(_ path: String) -> String {
        path.hasPrefix("/") ? path : directory.appending(path: path).path
    }
}
