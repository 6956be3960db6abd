import PealCore
import PealStore

/// Finds what new summaries replace on devices; few decisions send one.
struct SummaryPlaces {
    let store: any FanOutStore

    /// Pages with what their summaries replace.
    func fill(_ pages: [DecidedPage]) async throws -> [DecidedPage] {
        var pages = pages
        for index in pages.indices {
            let users = Set(pages[index].notifications.lazy.filter(\.decision.opensSummary).map(\.userID))
            guard !users.isEmpty else { continue }
            let shown = try await store.summaries(of: users, app: pages[index].trigger.trigger.app)
            for place in pages[index].notifications.indices {
                let new = pages[index].notifications[place]
                guard new.decision.opensSummary else { continue }
                pages[index].notifications[place].replaces = shown[new.userID]?.identity
            }
        }
        return pages
    }

    /// Releases with what their summaries replace.
    func fill(_ releases: [ReleasedNotification]) async throws -> [ReleasedNotification] {
        var releases = releases
        let opening = releases.indices.filter { releases[$0].decision.opensSummary }
        for (app, places) in Dictionary(grouping: opening, by: { releases[$0].app }) {
            let shown = try await store.summaries(of: Set(places.map { releases[$0].userID }), app: app)
            for place in places { releases[place].replaces = shown[releases[place].userID]?.identity }
        }
        return releases
    }
}
