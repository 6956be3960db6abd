import PealCore
import PealWire

/// A path below `/p/<app>/`: a hosted page of an app, or what a browser needs to install it.
struct HostedPath: Equatable {
    enum File: Equatable {
        case page(HostedPage)
        case manifest
        /// Rates and alerts, for whoever has a link to it.
        case analytics
    }

    let app: AppID
    let file: File

    /// `nil` for every other path.
    init?(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, parts[1] == "p" else { return nil }
        app = AppID(String(parts[2]))
        if let page = HostedPage(rawValue: String(parts[3])) {
            file = .page(page)
        } else if parts[3] == "manifest.webmanifest" {
            file = .manifest
        } else if parts[3] == "analytics" {
            file = .analytics
        } else {
            return nil
        }
    }
}
