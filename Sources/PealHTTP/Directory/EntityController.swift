import HTTPTypes
import PealCore
import PealEngine
import PealStore
import PealWire

/// The backend's entities and their members, held to the catalog's declarations.
struct EntityController: Sendable {
    let store: any DirectoryStore
    let entities: ChangeEntities
    let catalogs: CatalogRegistry
    let now: @Sendable () -> Timestamp

    var endpoints: [Endpoint] {
        [
            Endpoint(.putEntity, use: put), Endpoint(.getEntity, use: get), Endpoint(.deleteEntity, use: delete),
            Endpoint(.listMembers, use: members), Endpoint(.putMember, use: putMember),
            Endpoint(.deleteMember, use: deleteMember),
        ]
    }

    private func put(_ request: APIRequest) async throws -> APIResponse {
        let ref = try Self.ref(request)
        let body = try request.read(EntityBody.self)
        let catalog = try catalog(request.app)
        let rules = EntityRules(catalog: catalog)
        try Self.refuse(rules.problems(with: ref, parent: body.parent, status: body.status, times: body.times))
        let entity = Entity(
            ref: ref,
            parent: body.parent,
            ownerID: body.ownerID,
            status: body.status,
            timeZone: body.timeZone,
            times: body.times ?? [:],
            attributes: body.attributes ?? [:],
            updatedAt: now()
        )
        let isCreated = try await entities.put(entity, app: request.app)
        return .json(status: isCreated ? 201 : 200) { entity.write(to: &$0) }
    }

    private func get(_ request: APIRequest) async throws -> APIResponse {
        guard let entity = try await store.entity(try Self.ref(request), app: request.app) else { throw Self.noEntity }
        return .json { entity.write(to: &$0) }
    }

    private func delete(_ request: APIRequest) async throws -> APIResponse {
        let existed = try await entities.delete(try Self.ref(request), app: request.app, now: now())
        guard existed else { throw Self.noEntity }
        return .noContent
    }

    private func members(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let page = try request.page(query)
        try query.finish()
        guard let found = try await store.members(of: try Self.ref(request), app: request.app, page: page) else {
            throw Self.noEntity
        }
        let cursor = try request.cursor(found.next)
        return .json { writer in writer.page(found.items, next: cursor) { $1.write(to: &$0) } }
    }

    private func putMember(_ request: APIRequest) async throws -> APIResponse {
        let ref = try Self.ref(request)
        let name = try UserName.checked(request.parameter("userId"))
        let body = try request.read(MemberBody.self)
        if let problem = try rules(request.app).problem(withRole: body.role, in: ref.type) {
            try Self.refuse([problem])
        }
        let member = Member(
            entity: ref,
            userID: UserID(name),
            role: body.role,
            status: body.status,
            attributes: body.attributes,
            updatedAt: now()
        )
        guard let (stored, created) = try await store.putMember(member, app: request.app) else { throw Self.noEntity }
        return .json(status: created ? 201 : 200) { stored.write(to: &$0) }
    }

    private func deleteMember(_ request: APIRequest) async throws -> APIResponse {
        let user = UserID(request.parameter("userId"))
        guard try await store.deleteMember(user, of: try Self.ref(request), app: request.app) else {
            throw Problem(.notFound, "unknown member")
        }
        return .noContent
    }

    private static let noEntity = Problem(.notFound, "unknown entity")

    private func rules(_ app: AppID) throws -> EntityRules { EntityRules(catalog: try catalog(app)) }

    private func catalog(_ app: AppID) throws -> Catalog {
        guard let catalog = catalogs.inForce(app) else { throw Problem(.notFound, "this app has no catalog") }
        return catalog
    }

    private static func refuse(_ problems: [EntityRules.Problem]) throws(Problem) {
        guard !problems.isEmpty else { return }
        throw Problem(.invalid, errors: problems.map { FieldProblem($0.detail, at: $0.pointer) })
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
        return EntityRef(type: EntityTypeID(type), id: id)
    }
}
