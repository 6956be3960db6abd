import PealCore

/// The web origins that may read answers, by app.
struct AllowedOrigins: Sendable {
    private let byApp: [AppID: Set<String>]
    private let all: Set<String>

    init(_ byApp: [AppID: Set<String>]) {
        self.byApp = byApp
        all = byApp.values.reduce(into: []) { $0.formUnion($1) }
    }

    /// Whether an origin may read; before the caller is known, any app's origin may.
    func allows(_ origin: String, app: AppID?) -> Bool {
        guard let app else { return all.contains(origin) }
        return byApp[app]?.contains(origin) ?? false
    }
}
