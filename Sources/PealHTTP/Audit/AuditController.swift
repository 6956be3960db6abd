import PealCore
import PealEngine
import PealWire

/// The app's audit log: entries, checkpoints, the export that is verified.
struct AuditController: Sendable {
    let audit: AuditLog
    let claims: AuditClaims

    var endpoints: [Endpoint] {
        [
            Endpoint(.audit, use: entries), Endpoint(.auditCheckpoints, use: checkpoints),
            Endpoint(.auditExport, use: export), Endpoint(.claimAudit, use: claim),
        ]
    }

    private func claim(_ request: APIRequest) async throws -> APIResponse {
        let reading = try request.reading(AuditClaimBody.self)
        let body = reading.body
        let user = try Self.claimant(body.user, request)
        let claim = AuditClaim(
            body.action,
            of: body.notification,
            channel: body.channel,
            claimedAt: body.timestamp,
            platform: body.platform
        )
        guard try await claims.add(claim, details: body.details, of: user, app: request.app) else {
            throw Problem(.notFound, "unknown notification")
        }
        var answer = APIResponse.noContent
        answer.ignored = request.ignored(reading)
        return answer
    }

    /// Who claims it: the caller, or the user that a backend names.
    private static func claimant(_ named: UserID?, _ request: APIRequest) throws(Problem) -> UserID {
        guard let caller = request.caller.user else {
            guard let named else { throw Problem.invalid("is required with a secret key", at: "/userId") }
            return named
        }
        guard named.map({ $0 == caller || $0.rawValue == UserName.caller }) ?? true else {
            throw Problem(.notFound, "unknown notification")
        }
        return caller
    }

    private func entries(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let question = Self.question(query)
        let page = try request.page(query)
        try query.finish()
        let found = try await audit.entries(of: request.app, question, page: page)
        let cursor = try request.cursor(found.next)
        var bytes = Array("{\"items\":[".utf8)
        for (index, entry) in found.items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += Self.json(entry, claim: try await claims.details(of: entry, app: request.app))
        }
        let end = JSONWriter.bytes { writer in writer.object { $0.member("nextCursor", orNull: cursor) } }
        return .json(bytes: bytes + Array("],".utf8) + end.dropFirst(), status: 200)
    }

    /// S0's `NotificationAuditRecord`: the entry as it is hashed, with the user's name while there is one.
    private static func json(_ entry: StoredAuditEntry, claim: [UInt8]?) -> [UInt8] {
        guard let user = entry.user else { return entry.leaf }
        let name = JSONWriter.bytes { writer in writer.object { $0.member("userId", user.rawValue) } }
        let claimed = claim.map { Array(",\"claim\":".utf8) + $0 } ?? []
        return name.dropLast() + claimed + [UInt8(ascii: ",")] + entry.leaf.dropFirst()
    }

    private static func question(_ query: QueryReader) -> AuditLog.Question {
        var filter = AuditFilter()
        if let text = query.text("notification") {
            filter.notification = NotificationID(text)
            if filter.notification == nil { query.add("must be the id of a notification, `ntf_…`", "notification") }
        }
        filter.action = query.word("action")
        filter.from = query.timestamp("from")
        filter.to = query.timestamp("to")
        return AuditLog.Question(user: query.identifier("user").map { UserID($0) }, filter)
    }

    private func checkpoints(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let page = try request.page(query)
        try query.finish()
        let below = page.after.flatMap { Int($0) }
        let found = try await audit.checkpoints(of: request.app, below: below, limit: page.limit + 1)
        let items = Array(found.prefix(page.limit))
        let next = found.count > page.limit ? items.last.map { String($0.size) } : nil
        let cursor = try request.cursor(next)
        return .json { writer in
            writer.page(items, next: cursor) { writer, checkpoint in
                writer.object { writer in
                    writer.member("size", checkpoint.size)
                    writer.member("at", checkpoint.at)
                    writer.member("checkpoint", checkpoint.text)
                    writer.member("key", checkpoint.key)
                }
            }
        }
    }

    private func export(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let question = Self.question(query)
        try query.finish()
        return APIResponse(
            status: 200,
            content: .chunks(try await audit.export(of: request.app, question)),
            contentType: "application/x-ndjson"
        )
    }
}
