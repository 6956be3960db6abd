import PealCore
import PealEngine
import PealWire

/// Says why, and what became of each delivery.
struct WhyController: Sendable {
    let why: Why
    let analysisPool: AnalysisPool

    var endpoints: [Endpoint] { [Endpoint(.why, use: answer), Endpoint(.listDeliveries, use: list)] }

    private func answer(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let user = query.identifier("user")
        let type = query.identifier("type")
        let trigger = query.identifier("trigger")
        let since = query.timestamp("since")
        let page = try request.page(query)
        try query.finish()
        let searched = SearchedFor(user: user, type: type, trigger: trigger, since: since)
        let triggerID = trigger.flatMap { TriggerID($0) }
        if let trigger, triggerID == nil {
            // A name that is no identifier of ours is looked for too: it is just never found.
            let finding = WhyFinding("trigger-unknown", "Unknown trigger \(trigger).")
            return .json { WhyAnswer.nothing(searched, finding, to: &$0) }
        }
        let filter = DecisionFilter(
            user: user.map { UserID($0) },
            type: type.map { TypeID($0) },
            trigger: triggerID,
            since: since
        )
        return try await analysisPool.run(request.app) { [why] in
            let found = try await why.answer(app: request.app, filter: filter, page: page)
            let cursor = try request.cursor(found.next)
            return .json { found.write(to: &$0, searched: searched, cursor: cursor) }
        }
    }

    private func list(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let text = query.requiredIdentifier("notification")
        try query.finish()
        guard let id = NotificationID(text), let found = try await why.deliveries(of: id, app: request.app)
        else {
            throw Problem(.notFound, "unknown notification")
        }
        return .json { writer in
            writer.object { writer in writer.array("items", found) { $1.write(to: &$0) } }
        }
    }
}
