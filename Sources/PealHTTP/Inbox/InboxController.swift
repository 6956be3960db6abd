import HTTPTypes
import PealCore
import PealEngine
import PealWire

/// Users' inboxes.
struct InboxController: Sendable {
    let inbox: Inbox
    let sync: DeviceSync
    let userFinder: UserFinder
    let users: Users
    /// Called when a user looks at what they got: they are in the app.
    let isActive: @Sendable (AppID, UserID) -> Void

    private enum StatusWord: String, CaseIterable { case unread, read, all }

    var endpoints: [Endpoint] {
        let marks: [(APIRoute, InboxMark)] = [
            (.patchRead, .read), (.markRead, .read), (.markUnread, .unread), (.markReceived, .received),
            (.markOpened, .opened), (.markDismissed, .dismissed), (.acknowledge, .acknowledged),
        ]
        let everything: [(APIRoute, InboxMark)] = [
            (.markAllSeen, .seen), (.markAllRead, .read), (.clearInbox, .archived),
            (.restoreInbox, .restored),
        ]
        return [
            Endpoint(.userInbox) { try await list($0, isNamedByPath: true) },
            Endpoint(.inbox) { try await list($0, isNamedByPath: false) },
            Endpoint(.unreadCount, use: count), Endpoint(.deleteNotification, use: delete),
            Endpoint(.resolve, use: resolve), Endpoint(.markManyReceived, use: receive),
        ]
            + marks.map { route, mark in Endpoint(route) { try await self.mark($0, as: mark) } }
            + everything.map { route, mark in Endpoint(route) { try await markAll($0, as: mark) } }
    }

    private func list(_ request: APIRequest, isNamedByPath: Bool) async throws -> APIResponse {
        try checkFeature(request.app)
        let query = request.query
        let status = query.word("status", StatusWord.self) ?? .all
        let filter = InboxFilter(
            isRead: status == .all ? nil : status == .read,
            category: query.identifier("category").map { inbox.category($0, of: request.app) },
            thread: query.identifier("thread"),
            since: query.timestamp("since"),
            offset: query.integer("offset", in: 0...1000) ?? 0
        )
        let page = try request.page(query)
        let isGrouped = query.text("groupBy") != nil
        if isGrouped, query.text("groupBy") != "type,date" { query.add("must be \"type,date\"", "groupBy") }
        if filter.offset > 0, page.after != nil { query.add("cannot be used with cursor", "offset") }
        let user = try await isNamedByPath ? userFinder.user(request) : userFinder.subject(request, query)
        try query.finish()
        noteActive(request)
        let view = try await inbox.list(of: user, app: request.app, filter: filter, page: page, grouped: isGrouped)
        let cursor = try request.cursor(view.next)
        return .json { view.write(to: &$0, cursor: cursor) }
    }

    private func count(_ request: APIRequest) async throws -> APIResponse {
        try checkFeature(request.app)
        let query = request.query
        let grouping: InboxGrouping? = query.word("by")
        let user = try await userFinder.subject(request, query)
        let counts = try await inbox.counts(of: user, app: request.app)
        var groups: [InboxGroupCount] = []
        if let grouping { groups = try await inbox.counts(of: user, app: request.app, by: grouping) }
        let waiting = groups
        return .json { writer in
            writer.object { writer in
                counts.write(to: &writer)
                guard grouping != nil else { return }
                writer.object("counts") { writer in
                    for group in waiting {
                        writer.object(group.key) { writer in
                            writer.member("unreadCount", group.unread)
                            writer.member("unseenCount", group.unseen)
                        }
                    }
                }
            }
        }
    }

    private func mark(_ request: APIRequest, as mark: InboxMark) async throws -> APIResponse {
        // With the inbox off, devices still report what became of a push.
        if mark != .received, mark != .opened, mark != .dismissed { try checkFeature(request.app) }
        let user = try await userFinder.subject(request, request.query)
        let id: NotificationID = try request.id("id")
        if case .device(let app, _, let device) = request.caller {
            // What was never sent to the device does not exist for it.
            guard try await sync.hasReceived(id, on: device, user: user, app: app) else { throw Self.noNotification }
        }
        let view = try await inbox.mark(id, of: user, app: request.app, as: mark, on: request.device)
        // Devices tell of what came and what was flicked away while nobody is in the app.
        if mark != .received, mark != .dismissed { noteActive(request) }
        guard let view else { throw Self.noNotification }
        // A device key never leads to a text.
        if case .device = request.caller { return .noContent }
        return .json { view.write(to: &$0) }
    }

    private func delete(_ request: APIRequest) async throws -> APIResponse {
        try checkFeature(request.app)
        let user = try await userFinder.subject(request, request.query)
        let id: NotificationID = try request.id("id")
        noteActive(request)
        guard try await inbox.mark(id, of: user, app: request.app, as: .deleted, on: request.device) != nil else {
            throw Self.noNotification
        }
        return .noContent
    }

    private func markAll(_ request: APIRequest, as mark: InboxMark) async throws -> APIResponse {
        try checkFeature(request.app)
        // A misspelt parameter is a filter that is not understood.
        let query = QueryReader(request.call.rawQuery, known: request.call.route.query)
        let user = try await userFinder.subject(request, query)
        let named = filter(try request.call.readFilter(), app: request.app)
        noteActive(request)
        let mark = mark == .seen ? inbox.markOfView(named, in: request.app) : mark
        let changedRows = try await inbox.markAll(named, of: user, app: request.app, as: mark, on: request.device)
        return try await changed(changedRows, of: user, app: request.app)
    }

    /// Takes what a device has received, in one call; with the inbox off, devices still report it.
    private func receive(_ request: APIRequest) async throws -> APIResponse {
        let query = QueryReader(request.call.rawQuery, known: request.call.route.query)
        let user = try await userFinder.subject(request, query)
        let ids = try request.call.readFilter(ReceivedBody.self).ids
        let changedRows = try await inbox.markAll(.ids(ids), of: user, app: request.app, as: .received)
        return try await changed(changedRows, of: user, app: request.app)
    }

    private func changed(_ rows: Int, of user: UserID, app: AppID) async throws -> APIResponse {
        let counts = try await inbox.counts(of: user, app: app)
        return .json { writer in
            writer.object { writer in
                writer.member("changed", rows)
                counts.write(to: &writer)
            }
        }
    }

    private func filter(_ body: InboxScopeBody, app: AppID) -> InboxMarkFilter {
        if let ids = body.ids { return .ids(ids) }
        let scope = InboxScope(
            category: body.category.map { inbox.category($0, of: app) },
            thread: body.thread,
            entity: body.entity,
            link: body.link,
            before: body.before
        )
        return .scope(scope)
    }

    /// A user who looks at what they got is in the app; a backend that does so for them is not.
    private func noteActive(_ request: APIRequest) {
        if case .endUser(let app, let user) = request.caller { isActive(app, user) }
    }

    private func resolve(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.read(ResolveBody.self)
        guard try await users.find(body.user, app: request.app) != nil else {
            throw Problem.invalid("unknown user", at: "/user")
        }
        let report = try await inbox.resolve(thread: body.thread, of: body.user, app: request.app)
        var answer = APIResponse.json { writer in
            writer.object { writer in
                writer.member("read", report.read)
                writer.member("cancelled", report.cancelled)
            }
        }
        answer.user = body.user
        return answer
    }

    private func checkFeature(_ app: AppID) throws(Problem) {
        guard inbox.isOn(app) else { throw Problem(.featureOff, "this app has no inbox") }
    }

    private static let noNotification = Problem(.notFound, "unknown notification")
}

extension APIRequest {
    /// The device a user's client says it runs on: it is not told what was done on it.
    ///
    /// Whatever names no device names none of theirs.
    var device: DeviceID? {
        if case .device(_, _, let id) = caller { return id }
        return call.headers[.pealDevice].flatMap { DeviceID($0) }
    }
}
