import Foundation
import Logging
import PealCatalog
import PealCore
import PealServer

/// Reads the configuration and the catalogs.
struct SettingCheck {
    let paths: InstallationPaths
    let environment: [String: String]
    var plugins = ProviderPlugins.shipped

    /// What was found, and what the other checks need.
    struct Result: Sendable {
        var lines: [DoctorFinding] = []
        var configuration: ServerConfiguration?
        var catalogs: [Catalog] = []
    }

    func run() async -> Result {
        var result = Result()
        if let problem = paths.configuration.problem() {
            result.lines.append(.fail(.configuration, problem))
            _ = readCatalogs(paths.catalogs, &result)
            return result
        }
        do {
            var file = try await ConfigurationFile(paths.configuration, environment: environment, plugins: plugins)
            let sources = readCatalogs(paths.catalogs ?? file.catalogsDirectory, &result)
            readSettings(&file, sources.map(\.app), &result)
            checkFiles(file, &result)
        } catch {
            result.lines += failures(.configuration, error)
            _ = readCatalogs(paths.catalogs, &result)
        }
        return result
    }

    private func readCatalogs(_ directory: String?, _ result: inout Result) -> [CatalogLoader.Source] {
        var silent = Logger(label: "peal")
        // Warnings become lines of the report.
        silent.logLevel = .critical
        do {
            let sources = try CatalogLoader(logger: silent, providers: plugins.traits).sources(directory: directory)
            for source in sources {
                let reading = CatalogReader.read(
                    yaml: source.yaml,
                    file: source.file,
                    providers: plugins.traits
                )
                result.lines += reading.findings.map { .warn(.catalogs, $0.description) }
                if let catalog = reading.catalog { result.catalogs.append(catalog) }
            }
            let names = sources.map(\.app.rawValue).joined(separator: ", ")
            result.lines.append(.ok(.catalogs, "\(sources.count) in \(directory ?? "this build"): \(names)"))
            return sources
        } catch {
            result.lines += failures(.catalogs, error)
            return []
        }
    }

    private func readSettings(_ file: inout ConfigurationFile, _ apps: [AppID], _ result: inout Result) {
        // Without catalogs every app would look unknown.
        guard !apps.isEmpty else { return }
        if !FileManager.default.fileExists(atPath: paths.configuration.path) {
            result.lines.append(
                .warn(.configuration, "\(paths.configuration.path) does not exist; only the environment is used")
            )
        }
        do {
            result.configuration = try file.read(
                apps: apps,
                overrides: .init(port: nil, dataDirectory: paths.data, catalogsDirectory: paths.catalogs)
            )
            result.lines.append(.ok(.configuration, "\(paths.configuration.path) is valid"))
        } catch {
            result.lines += failures(.configuration, error)
        }
    }

    private func checkFiles(_ file: ConfigurationFile, _ result: inout Result) {
        let files = (file.holdsSecrets ? [paths.configuration.path] : []) + file.secretFiles
        var open = false
        for path in Set(files).sorted() {
            guard !FileAccess.isDirectory(path) else {
                open = true
                result.lines.append(.fail(.files, "\(path) is a directory; name a file"))
                continue
            }
            guard let mode = FileMode.of(path), mode & 0o077 != 0 else { continue }
            open = true
            let shown = String(mode & 0o777, radix: 8)
            result.lines.append(
                .warn(
                    .files,
                    "\(path) holds secrets and other users can read it (mode \(shown)); run chmod 600 \(path)"
                )
            )
        }
        if !open, !files.isEmpty {
            result.lines.append(.ok(.files, "only their owner can read the files with secrets"))
        }
    }

    private func failures(_ check: DoctorCheck, _ error: any Error) -> [DoctorFinding] {
        "\(error)".split(separator: "\n").map { .fail(check, String($0)) }
    }
}
