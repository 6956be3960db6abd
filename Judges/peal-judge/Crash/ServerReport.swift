import JudgeKit
import PealCore

/// Everything the server reports once all is drained.
struct ServerReport: Sendable {
    struct Trigger: Sendable {
        let id: String
        let app: String
        let entity: String
        let status: String
        let recipients: Int
        let notified: Int
    }

    struct Delivery: Sendable {
        let notification: String
        let device: String
        let state: String
        let reason: String?
        /// How each attempt went, oldest first; the last 20.
        let attempts: [String]
    }

    struct Decision: Sendable {
        let trigger: String
        let user: String
        let verdict: String
        let deliveries: [Delivery]
    }

    struct InboxRow: Sendable {
        let notification: String
        let user: String
        let entity: String
    }

    var triggers: [Trigger] = []
    /// By trigger.
    var decisions: [String: [Decision]] = [:]
    var inbox: [InboxRow] = []

    /// Reads all of it through the API.
    static func read(apis: [String: PealAPI], members: [String]) async throws -> ServerReport {
        var report = ServerReport()
        for (app, api) in apis {
            report.triggers += try await api.items(of: "/triggers").map { try Trigger($0, app: app) }
            let ids = report.triggers.filter { $0.app == app }.map(\.id)
            let decisions = try await ConcurrentWork.map(ids, atOnce: 8) { id in
                (id, try await api.items(of: "/why?trigger=\(id)").map { try Decision($0, trigger: id) })
            }
            for (id, list) in decisions { report.decisions[id] = list }
        }
        if let nhs = apis["nhs"] {
            report.inbox = try await ConcurrentWork.map(members, atOnce: 8) { user in
                try await nhs.items(of: "/users/\(user)/notifications?status=all").map { try InboxRow($0, user: user) }
            }.flatMap { $0 }
        }
        return report
    }
}

extension ServerReport.Trigger {
    fileprivate init(_ json: JSONValue, app: String) throws {
        guard let members = json.object, let id = members["id"]?.string, let status = members["status"]?.string,
            let counts = members["counts"]?.object
        else { throw JudgeError(.unexpectedAnswer, "a listed trigger lacks id, status or counts") }
        self.init(
            id: id,
            app: app,
            entity: members["entity"]?.string ?? "",
            status: status,
            recipients: counts["recipients"]?.whole ?? -1,
            notified: counts["notified"]?.whole ?? -1
        )
    }
}

extension ServerReport.Decision {
    fileprivate init(_ json: JSONValue, trigger: String) throws {
        guard let members = json.object, let user = members["user"]?.string, let verdict = members["verdict"]?.string
        else {
            throw JudgeError(.unexpectedAnswer, "an answer to why lacks user or verdict")
        }
        self.init(
            trigger: trigger,
            user: user,
            verdict: verdict,
            deliveries: try (members["deliveries"]?.array ?? []).map { try ServerReport.Delivery($0) }
        )
    }
}

extension ServerReport.Delivery {
    /// `dlv_` and both identifiers, 32 digits each.
    fileprivate init(_ json: JSONValue) throws {
        guard let members = json.object, let id = members["id"]?.string, id.utf8.count == 68, id.hasPrefix("dlv_"),
            let state = members["state"]?.string
        else { throw JudgeError(.unexpectedAnswer, "a delivery lacks id or state") }
        self.init(
            notification: String(id.dropFirst(4).prefix(32)),
            device: String(id.suffix(32)),
            state: state,
            reason: members["reason"]?.string,
            attempts: (members["attempts"]?.array ?? []).compactMap { $0.object?["outcome"]?.string }
        )
    }
}

extension ServerReport.InboxRow {
    fileprivate init(_ json: JSONValue, user: String) throws {
        guard let members = json.object, let id = members["id"]?.string, let entity = members["entity"]?.string else {
            throw JudgeError(.unexpectedAnswer, "an inbox row lacks id or entity")
        }
        self.init(notification: String(id.drop { $0 != "_" }.dropFirst()), user: user, entity: entity)
    }
}

extension JSONValue {
    /// The whole number, when it is one.
    var whole: Int? { if case .integer(let value) = self { Int(value) } else { nil } }
}
