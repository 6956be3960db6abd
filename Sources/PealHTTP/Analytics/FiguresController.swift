import PealCore
import PealEngine
import PealWire

/// What the analytics page shows: rates, failures by category and hour, and alerts, without a text or a user.
struct FiguresController: Sendable {
    /// The hours whose failures are shown apart.
    private static let failureHours: Int64 = 24

    let reports: AnalyticsReports
    let alerts: Alerts
    let catalogs: CatalogRegistry
    let now: @Sendable () -> Timestamp

    var endpoints: [Endpoint] { [Endpoint(.analyticsFigures, use: figures)] }

    private func figures(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let days = query.integer("days", in: 1...92) ?? 1
        let locale = query.text("locale")
        try query.finish()
        let (app, instant) = (request.app, now())
        let next = AnalyticsHour(of: instant).number + 1
        let hours = AnalyticsHour(number: next - Int64(days) * 24)..<AnalyticsHour(number: next)
        let dimensions: Set<AnalyticsSummary.Dimension> = [.category, .channel]
        let report = try await reports.summary(of: app, within: hours, by: dimensions)
        let failures = try await reports.failures(
            of: app,
            within: AnalyticsHour(number: next - Self.failureHours)..<hours.upperBound
        )
        let fired = try await alerts.list(app: app)
        let catalog = catalogs.inForce(app)
        let name = { (id: CategoryID) in catalog?.category(id)?.name ?? id.rawValue }
        return .json { writer in
            writer.object { writer in
                writer.member("app", app.rawValue)
                writer.member("name", catalog?.name ?? app.rawValue)
                writer.member("at", instant)
                writer.member("users", report.users)
                writer.array("categories", catalog?.categories ?? []) { writer, category in
                    writer.object { writer in
                        writer.member("category", category.name)
                        writer.member("title", category.title.text(for: locale) ?? category.key)
                    }
                }
                report.writeMembers(to: &writer, by: dimensions, name: name)
                writer.object("failures") { $0.write(failures, name: name) }
                writer.array("alerts", fired) { $1.write(to: &$0) }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ failures: HourlyFailures, name: (CategoryID) -> String) {
        member("from", failures.hours.lowerBound.start)
        array("items", failures.counts.sorted { $0.key < $1.key }) { writer, item in
            writer.object { writer in
                writer.member("category", name(item.key))
                writer.array("counts", item.value) { $0.integer($1) }
            }
        }
    }
}
