import PealCore
import PealStore

/// Makes requests of events of the log.
struct OTLPReading: Sendable {
    let store: any TraceStore
    let analytics: ReadAnalytics
    let catalogs: CatalogLookup
    let now: @Sendable () -> Timestamp

    /// A request, and how many records or spans it has.
    typealias Batch = (body: [UInt8], count: Int)

    /// Makes the request that some events ask for, without any record where they ask for none.
    /// - Throws: ``StoreError``.
    func batch(of events: [LoggedEvent], _ signal: OTLPSignal, for client: OTLPClient) async throws -> Batch {
        let apps = Dictionary(grouping: events, by: \.event.app).sorted { $0.key < $1.key }
        switch signal {
        case .logs:
            var records: [OTLPLogRecord] = []
            for (app, events) in apps { records += try await self.records(of: events, app) }
            return (OTLPJSON.logs(records, version: client.version), records.count)
        case .traces:
            var spans: [TraceSpan] = []
            for (app, events) in apps { spans += try await self.spans(of: events, app, share: client.share) }
            return (OTLPJSON.traces(spans, version: client.version), spans.count)
        }
    }

    private func records(of logged: [LoggedEvent], _ app: AppID) async throws -> [OTLPLogRecord] {
        let catalog = catalogs(app, nil)
        let facts = try await analytics.facts(of: logged.map(\.event), app)
        var records: [OTLPLogRecord] = []
        for item in logged {
            let events = AnalyticsReading([item.event], facts: facts, catalog: catalog).events
            for (index, event) in events.enumerated() {
                let page = AnalyticsPage.Item(event, user: item.event.user)
                var record = OTLPLogRecord(page, of: app, readAt: now()) { catalog?.category($0)?.name ?? $0.rawValue }
                // The same each time that the event is exported.
                let uid = "\(item.next.row)-\(item.next.index)-\(index)"
                record.attributes.append(("log.record.uid", .string(uid)))
                records.append(record)
            }
        }
        return records
    }

    private func spans(of logged: [LoggedEvent], _ app: AppID, share: Double) async throws -> [TraceSpan] {
        let events = logged.map(\.event)
        let question = TraceQuestion(about: events)
        guard question != TraceQuestion() else { return [] }
        let facts = try await store.traceFacts(question, app: app)
        return TraceReading(events, of: app, facts: facts, share: share).spans
    }
}
