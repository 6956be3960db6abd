import PealCore
import PealPipeline
import PealStore
import PealWire

/// The catalog in force, for backends, and what clients need of it.
struct CatalogController: Sendable {
    let store: any CatalogStore & DirectoryStore
    let catalogs: CatalogRegistry

    var endpoints: [Endpoint] { [Endpoint(.getCatalog, use: get), Endpoint(.clientConfig, use: clientConfig)] }

    private func get(_ request: APIRequest) async throws -> APIResponse {
        let inForce = catalogs.inForce(request.app)?.version
        let published = try await store.catalogs(app: request.app).last { $0.version == inForce }
        guard let published else { throw Problem(.notFound, "this app has no catalog") }
        return .json { writer in
            writer.object { writer in
                writer.member("app", request.app.rawValue)
                writer.member("version", published.version)
                writer.member("publishedAt", published.publishedAt)
                writer.member("yaml", published.yaml)
            }
        }
    }

    private func clientConfig(_ request: APIRequest) async throws -> APIResponse {
        guard let catalog = catalogs.inForce(request.app), case .person(_, let user) = request.caller else {
            throw Problem(.notFound)
        }
        let locale = try await store.user(user, app: request.app)?.locale
        return .json { catalog.writeClientConfig(to: &$0, locale: locale) }
    }
}
