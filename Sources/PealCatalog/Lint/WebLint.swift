import PealCore

/// Looks at what browsers need that phones do not (P3).
struct WebLint {
    let catalog: Catalog
    let log: FindingLog

    func run() {
        let names = catalog.routes.filter(\.opensWebOrigin).map(\.name)
        guard !names.isEmpty, log.has("links"), !log.has("links.webOrigin") else { return }
        log.warn(
            "links",
            "no-web-origin",
            "a tap on what \(names.joined(separator: " or ")) shows in a browser leads nowhere; write `webOrigin: https://app.example`, or "
                + "`webOrigin: none` when the app has no web client"
        )
    }
}
