import PealHTTP
import PealServer

/// The files of the demo's page.
enum DemoPage {
    /// The file at a path; `nil` when there is none.
    @Sendable static func file(_ path: String) -> StaticAsset? {
        // Made of a library, as the web client is of its sources.
        if path == "/qrcode.js" { return EmbeddedAssets.file("client/qrcode.js") }
        return EmbeddedAssets.file("web/" + (path == "/" ? "index.html" : path.drop { $0 == "/" }))
    }
}
