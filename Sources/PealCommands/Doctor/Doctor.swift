import Foundation
import PealCore
import PealProviderKit
import PealServer

/// Checks an installation; a check that fails does not stop the others.
struct Doctor: Sendable {
    let paths: InstallationPaths
    let environment: [String: String]
    let now: @Sendable () -> Timestamp
    let inspectDatabase: @Sendable (_ path: String) async throws -> DatabaseInspection
    /// The timeout of a question to a push service.
    var patience: Duration = .seconds(10)
    var plugins = ProviderPlugins.shipped

    /// Runs every check.
    /// - Parameters:
    ///   - transport: sends the questions to push services.
    ///   - isOnline: whether push services are asked at all.
    /// - Returns: what was found.
    func run(transport: HTTPTransport, isOnline: Bool) async -> DoctorReport {
        let setting = await SettingCheck(paths: paths, environment: environment, plugins: plugins).run()
        var lines = setting.lines
        lines += ClockCheck(now: now()).run(setting.catalogs)
        if let configuration = setting.configuration {
            let directory = URL(filePath: configuration.dataDirectory)
            lines += DataDirectoryCheck(directory: directory).run()
            lines += DatabaseFileCheck(directory: directory).run()
            lines += await DatabaseCheck(
                directory: directory,
                rootKey: configuration.rootKey,
                previousKeys: RootKeyArchive(
                    of: RootKeySource(configuration: paths.configuration.path, environment: environment)
                )?.entries().map(\.key) ?? [],
                reviewedApps: configuration.reviewedApps,
                catalogs: setting.catalogs,
                providers: plugins.traits,
                now: now(),
                inspect: inspectDatabase
            ).run()
            let set = ProviderClients(transport: transport, now: now, plugins: plugins).make(configuration.apps)
            let served = AppCheck(
                apps: configuration.apps,
                set: set,
                servesExamples: configuration.catalogsDirectory == nil
            )
            lines += served.run(setting.catalogs)
            lines += AlertToCheck(destinations: configuration.alertTo).run()
            if isOnline {
                lines += await OnlineCheck(patience: patience, apps: configuration.apps, plugins: plugins)
                    .run(set.clients, notifiers: set.notifiers)
                lines += await KeySetCheck(probe: KeySetProbe(clock: SystemClock())).run(configuration.apps)
            }
            if isOnline, let otlp = configuration.otlp {
                lines += await OTLPCheck(patience: patience).run(otlp, clock: SystemClock())
            }
            await set.shutdown()
        }
        // A clock that looks plausible by itself may still contradict what the server knows.
        let isClockWrong = lines.contains { $0.check == .clock && $0.level != .ok }
        return DoctorReport(lines: lines.filter { !isClockWrong || $0.check != .clock || $0.level != .ok })
    }
}
