import HTTPTypes
import PealCore
import PealEngine
import PealWire

/// The catalog in force, for backends, and what clients need of it.
struct CatalogController: Sendable {
    let versions: CatalogVersions
    let users: Users

    var endpoints: [Endpoint] { [Endpoint(.getCatalog, use: get), Endpoint(.clientConfig, use: clientConfig)] }

    private func get(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let asked = query.integer("version", in: 1...Int(Int32.max))
        try query.finish()
        guard let version = asked ?? versions.inForce(request.app)?.version,
            let (record, yaml) = try await versions.find(version, app: request.app)
        else { throw Problem(.notFound, asked == nil ? "this app has no catalog" : "unknown version") }
        var answer: APIResponse
        if YAMLMediaType.isWanted(request.call.headers[.accept]) {
            answer = APIResponse(status: 200, body: Array(yaml.utf8), contentType: "application/yaml; charset=utf-8")
        } else {
            answer = .json { writer in
                writer.object { writer in
                    writer.member("app", request.app.rawValue)
                    record.members(of: &writer)
                    writer.member("yaml", yaml)
                }
            }
        }
        answer.headers[.eTag] = "\"\(record.version)\""
        return answer
    }

    private func clientConfig(_ request: APIRequest) async throws -> APIResponse {
        guard let catalog = versions.inForce(request.app), case .person(_, let user) = request.caller else {
            throw Problem(.notFound)
        }
        let locale = try await users.find(user, app: request.app)?.locale
        return .json { catalog.writeClientConfig(to: &$0, locale: locale) }
    }
}
