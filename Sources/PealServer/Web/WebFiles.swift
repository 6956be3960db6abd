import PealCore
import PealEngine
import PealHTTP

/// The files that are served beside the API: the web client, the hosted pages of each app, and those of the demo.
struct WebFiles: Sendable {
    let catalogs: CatalogRegistry
    let demo: DemoPlan?

    /// What any site may load, by path: the client, its texts in other languages than English, the code of its elements that few
    /// visits show, and the service worker.
    private static let client: Set<String> = [
        "/peal.js", "/peal-de.js", "/peal-es.js", "/peal-eta.js", "/peal-fr.js", "/peal-preferences.js", "/peal-sw.js",
    ]
    /// What hosted pages load.
    private static let page: Set<String> = [
        "/analytics.js", "/analytics.css", "/pages.js", "/pages.css", "/peal-icon.svg",
    ]

    /// The file at a path; `nil` when there is none.
    func asset(_ path: String) -> StaticAsset? {
        if Self.client.contains(path) { return EmbeddedAssets.file("client" + path, for: .everySite) }
        if Self.page.contains(path) { return EmbeddedAssets.file("client" + path) }
        if let hosted = HostedPath(path) { return catalogs.inForce(hosted.app).flatMap { file(hosted, of: $0) } }
        return demo?.page(path)
    }

    private func file(_ hosted: HostedPath, of catalog: Catalog) -> StaticAsset? {
        switch hosted.file {
        case .page: EmbeddedAssets.file("client/pages.html")
        case .analytics: EmbeddedAssets.file("client/analytics.html")
        case .manifest:
            StaticAsset(bytes: Self.manifest(of: catalog), contentType: "application/manifest+json")
        }
    }

    /// What a browser needs to install the pages of an app (W3C Web Application Manifest).
    private static func manifest(of catalog: Catalog) -> [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("name", catalog.name)
                writer.member("short_name", catalog.name)
                writer.member("id", "inbox")
                writer.member("start_url", "inbox")
                writer.member("scope", "./")
                writer.member("display", "standalone")
                writer.member("theme_color", catalog.appearance.color ?? "#3d5a80")
                writer.member("background_color", "#ffffff")
                writer.array("icons", ["any", "maskable"]) { writer, purpose in
                    writer.object { writer in
                        writer.member("src", "../../peal-icon.svg")
                        writer.member("sizes", "any")
                        writer.member("type", "image/svg+xml")
                        writer.member("purpose", purpose)
                    }
                }
            }
        }
    }
}
