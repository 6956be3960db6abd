import Foundation
package import Logging
import PealCatalog
package import PealCore
import PealCrypto
import PealEngine
import PealStore

/// Reads catalog files, publishes those that changed, and fills the registry with every version in use (design §3).
package struct CatalogLoader {
    let logger: Logger
    /// The push services that catalogs may list.
    let providers: Providers

    package init(logger: Logger, providers: Providers = ProviderPlugins.shipped.traits) {
        self.logger = logger
        self.providers = providers
    }

    /// A catalog file that has no errors.
    package struct Source: Sendable {
        package var file: String
        package var yaml: String
        /// What it says.
        var catalog: Catalog
        /// What the lint warns of; logged when the catalog is published.
        var warnings: [Finding] = []

        package var app: AppID { catalog.app }
    }

    /// The shipped catalogs, or every `*.yaml` of a directory but the configuration.
    package func sources(directory: String?) throws -> [Source] {
        let files = try directory.map(read) ?? EmbeddedAssets.catalogs
        var problems: [String] = []
        var sources: [Source] = []
        for (file, yaml) in files {
            let reading = CatalogReader.read(yaml: yaml, file: file, providers: providers)
            problems += reading.findings.filter { $0.severity == .error }.map(\.description)
            if let catalog = reading.catalog {
                let warnings = reading.findings.filter { $0.severity != .error }
                sources.append(Source(file: file, yaml: yaml, catalog: catalog, warnings: warnings))
            }
        }
        guard problems.isEmpty else { throw ServerError(.catalogs, problems.joined(separator: "\n")) }
        guard !sources.isEmpty else {
            throw ServerError(
                .catalogs,
                "no catalogs in \(directory ?? "this build"); add one <app>.yaml for each app"
            )
        }
        let doubled = Dictionary(grouping: sources, by: \.app).filter { $0.value.count > 1 }
        if let (app, files) = doubled.first {
            throw ServerError(
                .catalogs,
                "app \(app) has several catalogs: \(files.map(\.file).joined(separator: ", ")); remove all but one"
            )
        }
        return sources
    }

    /// Publishes what changed and loads what is in use.
    func publish(
        _ sources: [Source],
        store: any CatalogStore & ChangeStore,
        into registry: CatalogRegistry,
        now: Timestamp
    ) async throws {
        for source in sources {
            for finding in source.warnings { logger.warning("catalog warning", metadata: ["finding": "\(finding)"]) }
            let (record, isNew) = try await store.publish(
                app: source.app,
                fileHash: Digest.sha256(Array(source.yaml.utf8)),
                yaml: source.yaml,
                now: now
            )
            if isNew {
                logger.notice(
                    "a catalog file was published",
                    metadata: ["app": "\(source.app)", "file": "\(source.file)", "version": "\(record.version)"]
                )
            }
            var catalogs: [Catalog] = []
            let versions = try await store.catalogs(app: source.app)
            for published in versions {
                let isFile = published.yaml == source.yaml
                let read = isFile ? source.catalog : CatalogReader.published(yaml: published.yaml, providers: providers)
                guard var catalog = read else {
                    logger.error(
                        "a published catalog version is no longer valid",
                        metadata: ["app": "\(source.app)", "version": "\(published.version)"]
                    )
                    continue
                }
                catalog.version = published.version
                catalogs.append(catalog)
            }
            registry.put(catalogs)
            // A file with errors was rejected before; what was published over HTTP stays active, and its errors are logged.
            if let latest = versions.last, latest.yaml != source.yaml { tellFaults(of: latest, source.app) }
        }
    }

    private func tellFaults(of latest: PublishedCatalog, _ app: AppID) {
        let findings = CatalogReader.read(
            yaml: latest.yaml,
            file: "version \(latest.version)",
            providers: providers
        ).findings
        for finding in findings where finding.severity == .error {
            logger.error(
                "the active catalog has an error",
                metadata: ["app": "\(app)", "finding": "\(finding)"]
            )
        }
    }

    private func read(_ directory: String) throws -> [(String, String)] {
        let url = URL(filePath: directory)
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        } catch {
            throw ServerError(
                .catalogs,
                FileManager.default.fileExists(atPath: url.path)
                    ? "cannot read the catalogs directory \(directory): \(Self.reason(error, url)); check --catalogs"
                    : "the catalogs directory \(directory) does not exist; check --catalogs, or `catalogs` in peal.yaml"
            )
        }
        return try names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted().map { name in
            let file = url.appending(path: name)
            do {
                return (name, ByteOrderMark.removed(from: try String(contentsOf: file, encoding: .utf8)))
            } catch {
                throw ServerError(.catalogs, "cannot read \(file.path): \(PlainReason.of(error))")
            }
        }.filter { !Self.isConfiguration($0, $1) }
    }

    /// Whether a file is the server's configuration, which may be in the same directory, and not the catalog of an app
    /// that is named `peal`.
    private static func isConfiguration(_ name: String, _ text: String) -> Bool {
        name == "peal.yaml" && !text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("app:") }
    }

    private static func reason(_ error: any Error, _ url: URL) -> String {
        FileAccess.isDirectory(url.path) ? PlainReason.of(error) : "it is a file"
    }
}
