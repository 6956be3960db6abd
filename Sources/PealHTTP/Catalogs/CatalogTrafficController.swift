public import PealCore
public import PealEngine
import PealWire

/// Asks what a catalog would have done otherwise with recorded traffic.
struct CatalogTrafficController: Sendable {
    let catalogs: CatalogRegistry
    let replay: TrafficReplay
    let analysisPool: AnalysisPool
    let now: @Sendable () -> Timestamp

    /// What one call looks at most; `peal diff` on the data directory has no such bound.
    private static let maximumTriggers = 10_000
    private static let maximumDecisions = 100_000
    private static let longest = Duration.seconds(31 * 86_400)

    var endpoints: [Endpoint] { [Endpoint(.diffCatalogTraffic, use: diff)] }

    private func diff(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let since = query.text("since").flatMap { Duration(iso8601: $0) ?? Duration(catalog: $0) }
        let period = query.text("since") == nil ? .seconds(7 * 86_400) : since
        if period.map({ $0 <= .zero || $0 > Self.longest }) ?? true {
            query.add("must be a duration up to 31 days, such as P7D", "since")
        }
        let examples = query.integer("limit", in: 0...100) ?? 5
        try query.finish()
        return try await analysisPool.run(request.app) { try await answer(request, period, examples) }
    }

    private func answer(_ request: APIRequest, _ period: Duration?, _ examples: Int) async throws -> APIResponse {
        let app = request.app
        let submitted = try SubmittedCatalog(request)
        var candidate = try submitted.catalog(of: app)
        guard let base = catalogs.inForce(app), let period else { throw Problem(.notFound) }
        candidate.version = base.version + 1
        let instant = now()
        let window = (instant - period)..<(instant + .milliseconds(1))
        let found = try await replay.run(
            base: base,
            candidate: candidate,
            version: { [catalogs] in catalogs.version($0, of: app) },
            window: window,
            bounds: .init(triggers: Self.maximumTriggers, decisions: Self.maximumDecisions, examples: examples)
        )
        return .json { found.write(inForce: base.version, since: window.lowerBound, until: instant, to: &$0) }
    }
}

extension TrafficDifference {
    /// Writes what differs.
    public func write(inForce version: Int, since: Timestamp, until: Timestamp, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("from", version)
            writer.member("since", since)
            writer.member("until", until)
            writer.member("triggers", triggers)
            writer.member("decisions", decisions)
            writer.member("differing", differing)
            writer.member("unreadable", unreadable)
            writer.member("truncated", isTruncated)
            writer.member("untried", untried)
            writer.member("notes", notes)
            for (name, outcomes) in [("before", before), ("after", after)] {
                writer.object(name) { writer in
                    for (outcome, count) in outcomes.sorted(by: { $0.key < $1.key }) { writer.member(outcome, count) }
                }
            }
            writer.array("changes", changes) { writer, change in
                writer.object { writer in
                    writer.member("type", change.key.type.rawValue)
                    writer.member("aspect", change.key.aspect.rawValue)
                    writer.member("from", change.key.from)
                    writer.member("to", change.key.to)
                    writer.member("count", change.count)
                    writer.member("users", change.users.map(\.rawValue))
                }
            }
        }
    }
}
