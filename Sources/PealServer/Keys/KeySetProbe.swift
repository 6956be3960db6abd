import Logging
package import PealCore
package import PealEngine
import PealHTTP

/// Reads the key sets of apps that have one at a URL, as the server does.
package struct KeySetProbe: Sendable {
    private let clock: any PealClock

    /// - Parameter clock: the wall clock, for addresses of hosts.
    package init(clock: any PealClock) { self.clock = clock }

    /// Reads each of them once.
    /// - Parameter apps: the settings of each app.
    /// - Returns: for each app with such a set, what an operator has to know of it; `nil` where all is well.
    /// - Throws: ``ServerError`` for settings that cannot be used.
    package func read(_ apps: [AppID: AppConfiguration]) async throws -> [AppID: String?] {
        let silent = Logger(label: "peal") { _ in SwiftLogNoOpLogHandler() }
        let issuers = try await TokenIssuers(apps, clock: clock, logger: silent)
        return try await issuers.shutDown { () async throws -> [AppID: String?] in
            var remarks: [AppID: String?] = [:]
            for (app, set) in issuers.remote {
                await set.refresh()
                remarks[app] = .some(set.remark)
            }
            return remarks
        }
    }
}
