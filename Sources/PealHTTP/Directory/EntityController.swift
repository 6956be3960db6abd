import PealCore
import PealEngine
import PealWire

/// The backend's entities and their members, held to the catalog's declarations.
struct EntityController: Sendable {
    let entities: Entities

    var endpoints: [Endpoint] {
        [
            Endpoint(.putEntity, use: put), Endpoint(.patchEntity, use: patch), Endpoint(.getEntity, use: get),
            Endpoint(.deleteEntity, use: delete),
            Endpoint(.listMembers, use: members), Endpoint(.putMember, use: putMember),
            Endpoint(.putMembers, use: putMembers),
            Endpoint(.deleteMember, use: deleteMember),
        ]
    }

    private func put(_ request: APIRequest) async throws -> APIResponse {
        let ref = try Self.ref(request)
        let body = try request.read(EntityPutBody.self)
        let entity = body.entity.patch(of: ref)
        let members = body.members.map { $0.member(of: ref) }
        let (stored, created) = try await Self.checked {
            try await entities.put(entity, with: members, app: request.app)
        }
        return try await answer(stored, status: created ? 201 : 200, request.app)
    }

    /// An entity that was written, with what its schedules make of it.
    private func answer(_ stored: Entity, status: Int = 200, _ app: AppID) async throws -> APIResponse {
        let (previews, warnings) = try await entities.schedules(of: stored, app: app)
        return .json(status: status) { stored.write(to: &$0, schedules: previews, warnings: warnings) }
    }

    private func patch(_ request: APIRequest) async throws -> APIResponse {
        let (ref, patch) = (try Self.ref(request), try request.read(MergePatchBody.self))
        let stored = try await Self.checked {
            try await entities.patch(ref, app: request.app) { entity in
                let json = try JSONParser.parse(JSONWriter.bytes { entity.write(to: &$0) })
                let body: EntityBody = try patch.merged(into: json, rules: request.call.rules)
                return body.patch(of: ref)
            }
        }
        guard let stored else { throw Self.noEntity }
        return try await answer(stored, request.app)
    }

    private func get(_ request: APIRequest) async throws -> APIResponse {
        guard let entity = try await entities.find(try Self.ref(request), app: request.app) else { throw Self.noEntity }
        return .json { entity.write(to: &$0) }
    }

    private func delete(_ request: APIRequest) async throws -> APIResponse {
        guard try await entities.delete(try Self.ref(request), app: request.app) else { throw Self.noEntity }
        return .noContent
    }

    private func members(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let page = try request.page(query)
        try query.finish()
        guard let found = try await entities.members(of: try Self.ref(request), app: request.app, page: page) else {
            throw Self.noEntity
        }
        let cursor = try request.cursor(found.next)
        return .json { writer in writer.page(found.items, next: cursor) { $1.write(to: &$0) } }
    }

    private func putMember(_ request: APIRequest) async throws -> APIResponse {
        let ref = try Self.ref(request)
        let name = try UserName.checked(request.parameter("userId"))
        let body = try request.read(MemberBody.self)
        let put = try await Self.checked {
            try await entities.putMember(
                UserID(name),
                of: ref,
                role: body.role,
                status: body.status,
                attributes: body.attributes,
                app: request.app
            )
        }
        guard let (stored, created, warnings) = put else { throw Self.noEntity }
        return .json(status: created ? 201 : 200) { stored.write(to: &$0, warnings: warnings) }
    }

    private func putMembers(_ request: APIRequest) async throws -> APIResponse {
        let ref = try Self.ref(request)
        let members = try request.read(MembersBody.self).members.map { $0.member(of: ref) }
        let created = try await Self.checked { try await entities.putMembers(members, of: ref, app: request.app) }
        guard let created else { throw Self.noEntity }
        return .json { writer in
            writer.object { writer in
                writer.member("created", created)
                writer.member("updated", members.count - created)
            }
        }
    }

    private func deleteMember(_ request: APIRequest) async throws -> APIResponse {
        let user = UserID(request.parameter("userId"))
        guard try await entities.deleteMember(user, of: try Self.ref(request), app: request.app) else {
            throw Problem(.notFound, "unknown member")
        }
        return .noContent
    }

    private static let noEntity = Problem(.notFound, "unknown entity")

    /// Runs a change, and says in a problem's words what the catalog has against it.
    private static func checked<Stored>(_ change: () async throws -> Stored) async throws -> Stored {
        do {
            return try await change()
        } catch is MissingCatalog {
            throw Problem(.notFound, "this app has no catalog")
        } catch let invalid as InvalidEntity {
            let code = invalid.problems.first?.code.flatMap { ProblemCode(rawValue: $0.rawValue) } ?? .invalid
            throw Problem(code, errors: invalid.problems.map { FieldProblem($0.detail, at: $0.pointer) })
        }
    }

    private static func ref(_ request: APIRequest) throws(Problem) -> EntityRef {
        let (type, id) = (request.parameter("type"), request.parameter("id"))
        func isName(_ text: String, bytes limit: Int) -> Bool {
            !text.isEmpty && text.utf8.count <= limit
                && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        guard isName(type, bytes: 100), !type.contains("/") else {
            throw Problem.invalid("must be 1 to 100 bytes without control characters and \"/\"", at: "path:type")
        }
        guard isName(id, bytes: 200) else {
            throw Problem.invalid("must be 1 to 200 bytes without control characters", at: "path:id")
        }
        for (name, text) in [("type", type), ("id", id)] where DotSegment.isOne(text) {
            throw Problem.invalid("must not be \".\" or \"..\", which no URL carries", at: "path:\(name)")
        }
        return EntityRef(type: EntityTypeID(type), id: id)
    }
}

extension MembersBody.Item {
    /// The member of an entity that it puts.
    fileprivate func member(of entity: EntityRef) -> Member {
        Member(
            entity: entity,
            userID: userID,
            role: role,
            status: status,
            attributes: attributes,
            updatedAt: Timestamp(milliseconds: 0)
        )
    }
}
