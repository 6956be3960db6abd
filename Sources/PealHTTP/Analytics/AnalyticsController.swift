import PealCore
import PealEngine
import PealWire

/// Analytics: the events of the specification, and rates and latencies.
struct AnalyticsController: Sendable {
    let reports: AnalyticsReports
    let catalogs: CatalogRegistry
    let now: @Sendable () -> Timestamp

    var endpoints: [Endpoint] {
        [Endpoint(.analyticsSummary, use: summary), Endpoint(.analyticsEvents, use: events)]
    }

    /// The hours of a summary unless the call says otherwise, and the most.
    private static let (usual, most): (Duration, Duration) = (.seconds(86_400), .seconds(92 * 86_400))

    private func summary(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let to = query.timestamp("to") ?? now()
        let from = query.timestamp("from") ?? to - Self.usual
        if from >= to { query.add("must be before `to`", "from") }
        if to - from > Self.most { query.add("must be at most 92 days before `to`", "from") }
        let dimensions = Self.dimensions(query)
        try query.finish()
        // An hour that began is counted as a whole.
        let last = AnalyticsHour(of: to + .milliseconds(3_599_999))
        let hours = AnalyticsHour(of: from)..<max(last, AnalyticsHour(number: AnalyticsHour(of: from).number + 1))
        let report = try await reports.summary(of: request.app, within: hours, by: dimensions)
        return .json { report.write(to: &$0, by: dimensions, name: names(request.app)) }
    }

    /// The names of an app's categories in the specification.
    private func names(_ app: AppID) -> (CategoryID) -> String {
        let catalog = catalogs.inForce(app)
        return { catalog?.category($0)?.name ?? $0.rawValue }
    }

    private static func dimensions(_ query: QueryReader) -> Set<AnalyticsSummary.Dimension> {
        guard let text = query.text("by") else { return [.category, .channel] }
        var dimensions: Set<AnalyticsSummary.Dimension> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let dimension = AnalyticsSummary.Dimension(rawValue: String(word)) else {
                query.add("must be `category`, `channel` and `priority`, separated by commas", "by")
                return []
            }
            dimensions.insert(dimension)
        }
        return dimensions
    }

    private func events(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let limit = query.integer("limit", in: 1...200) ?? 50
        var cursor: EventCursor?
        if let text = query.text("since") {
            let position = request.cursors.decode(text, path: request.call.path, app: request.app, user: nil)
            cursor = position.flatMap { EventCursor(text: $0) }
            if cursor == nil { query.add("is not a cursor of this list", "since") }
        }
        try query.finish()
        let page = try await reports.events(of: request.app, from: cursor, limit: limit)
        let next = try request.cursor(page.next.text)
        return .json { writer in
            writer.object { writer in
                writer.array("items", page.items) { $1.write(to: &$0, name: names(request.app)) }
                writer.member("nextCursor", orNull: next)
                writer.member("isAfterGap", page.isAfterGap)
            }
        }
    }
}
