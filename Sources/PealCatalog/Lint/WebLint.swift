import PealCore

/// Looks at what browsers need that phones do not (P3).
struct WebLint {
    let catalog: Catalog
    let log: FindingLog

    func run() {
        checkUnreadable()
        let names = catalog.routes.filter(\.opensWebOrigin).map(\.name)
        guard !names.isEmpty, log.has("links"), !log.has("links.webOrigin") else { return }
        log.warn(
            "links",
            "no-web-origin",
            "a tap on what \(names.joined(separator: " or ")) shows in a browser leads nowhere; write `webOrigin: https://app.example`, or "
                + "`webOrigin: none` when the app has no web client"
        )
    }

    private func checkUnreadable() {
        guard catalog.unreadable == .none else { return }
        let browsers = catalog.routes.filter { $0.platforms.contains(.web) }
        guard !browsers.isEmpty else {
            return log.warn("unreadable", "unused-key", "no browser gets pushes of this app; remove `unreadable`")
        }
        log.warn(
            "unreadable",
            "unreadable-none",
            "Safari and iPhones withdraw the push permission after three pushes that show nothing, such as one of a later "
                + "version; remove `unreadable`, or write a text"
        )
    }
}
