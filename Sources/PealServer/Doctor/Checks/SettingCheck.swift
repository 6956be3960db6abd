import Foundation
import Logging
import PealCatalog
import PealCore

/// Reads the configuration and the catalogs.
struct SettingCheck {
    let place: DoctorPlace
    let environment: [String: String]

    /// What was found, and what the other checks go on with.
    struct Result: Sendable {
        var lines: [DoctorLine] = []
        var configuration: ServerConfiguration?
        var catalogs: [Catalog] = []
    }

    func run() async -> Result {
        var result = Result()
        if let line = fileProblem() {
            result.lines.append(line)
            _ = readCatalogs(place.catalogs, &result)
            return result
        }
        do {
            var file = try await ConfigurationFile(path: place.config, environment: environment)
            let sources = readCatalogs(place.catalogs ?? file.catalogsDirectory, &result)
            readSettings(&file, sources.map(\.app), &result)
            checkFiles(file, &result)
        } catch {
            // What the parser says of the place goes over several lines.
            let words = "\(error)".split { $0.isWhitespace }.joined(separator: " ")
            result.lines.append(.fail("configuration", words))
            _ = readCatalogs(place.catalogs, &result)
        }
        return result
    }

    /// Why there is no use in opening the configuration file.
    private func fileProblem() -> DoctorLine? {
        let path = place.config
        guard FileManager.default.fileExists(atPath: path) else {
            guard place.isConfigNamed else { return nil }
            return .fail("configuration", "there is no \(path): check --config, or run `peal init --config \(path)`")
        }
        if FileAccess.isDirectory(path) {
            return .fail("configuration", "\(path) is a directory: name the file in it with --config")
        }
        guard !FileAccess.canRead(path) else { return nil }
        return .fail(
            "configuration",
            "\(path) may not be read by the user \(ProcessInfo.processInfo.userName): "
                + "run this as the user the server runs as, or chown it to that user"
        )
    }

    private func readCatalogs(_ directory: String?, _ result: inout Result) -> [CatalogLoader.Source] {
        var silent = Logger(label: "peal")
        // Warnings come back as lines of the report.
        silent.logLevel = .critical
        do {
            let sources = try CatalogLoader(logger: silent).sources(directory: directory)
            for source in sources {
                let reading = CatalogReader.read(yaml: source.yaml, file: source.file)
                result.lines += reading.findings.map { .warn("catalogs", $0.description) }
                if let catalog = reading.catalog { result.catalogs.append(catalog) }
            }
            let names = sources.map(\.app.rawValue).joined(separator: ", ")
            result.lines.append(.ok("catalogs", "\(sources.count) of \(directory ?? "this build"): \(names)"))
            return sources
        } catch {
            result.lines += failures("catalogs", error)
            return []
        }
    }

    private func readSettings(_ file: inout ConfigurationFile, _ apps: [AppID], _ result: inout Result) {
        // Without catalogs every app would look unknown.
        guard !apps.isEmpty else { return }
        if !FileManager.default.fileExists(atPath: place.config) {
            result.lines.append(.warn("configuration", "there is no \(place.config); the environment alone speaks"))
        }
        do {
            result.configuration = try file.read(
                apps: apps,
                overrides: .init(port: nil, dataDirectory: place.data, catalogsDirectory: place.catalogs)
            )
            result.lines.append(.ok("configuration", "\(place.config) can be read and every key is known"))
        } catch {
            result.lines += failures("configuration", error)
        }
    }

    private func checkFiles(_ file: ConfigurationFile, _ result: inout Result) {
        let files = (file.holdsSecrets ? [place.config] : []) + file.secretFiles
        var open = false
        for path in Set(files).sorted() {
            guard !FileAccess.isDirectory(path) else {
                open = true
                result.lines.append(.fail("files", "\(path) is a directory: name the file in it"))
                continue
            }
            guard let mode = FileMode.of(path), mode & 0o077 != 0 else { continue }
            open = true
            let shown = String(mode & 0o777, radix: 8)
            result.lines.append(
                .warn("files", "\(path) holds secrets and others may read it (mode \(shown)): chmod 600 \(path)")
            )
        }
        if !open, !files.isEmpty {
            result.lines.append(.ok("files", "files with secrets are for their owner's eyes alone"))
        }
    }

    private func failures(_ check: String, _ error: any Error) -> [DoctorLine] {
        "\(error)".split(separator: "\n").map { .fail(check, String($0)) }
    }
}
