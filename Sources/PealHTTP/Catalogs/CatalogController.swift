import HTTPTypes
import PealCore
import PealEngine
import PealWire

/// The catalog in force, for backends, and what clients need of it.
struct CatalogController: Sendable {
    let versions: CatalogVersions
    let users: Users
    let providers: ProviderRegistry

    var endpoints: [Endpoint] {
        [Endpoint(.getCatalog, use: get), Endpoint(.clientConfig, use: clientConfig, open: publicConfig)]
    }

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
        guard case .endUser(let app, let user) = request.caller else { throw Problem(.notFound) }
        let query = request.query
        let asked = query.identifier("app")
        let locale = query.text("locale")
        try query.finish()
        // What is not the caller's does not exist.
        guard asked.map({ AppID($0) == app }) ?? true else { throw Self.unknownApp }
        let own = locale == nil ? try await users.find(user, app: app)?.locale : locale
        return try config(of: app, locale: own, isSignedIn: true)
    }

    /// What an app needs before anybody has signed in: permission, channels, links.
    private func publicConfig(_ call: IncomingCall) async throws -> APIResponse {
        let query = call.query
        let app = query.identifier("app")
        let locale = query.text("locale")
        try query.finish()
        guard let app else {
            throw Problem(.unauthenticated, "send an end user's token, or `?app=` for the public part")
        }
        return try config(of: AppID(app), locale: locale, isSignedIn: false)
    }

    private func config(of app: AppID, locale: String?, isSignedIn: Bool) throws -> APIResponse {
        guard let catalog = versions.inForce(app) else { throw Self.unknownApp }
        let config = ClientConfig(
            catalog: catalog,
            locale: locale,
            subscriptionKey: providers.subscriptionKey(of: app),
            isSignedIn: isSignedIn
        )
        return .json { config.write(to: &$0) }
    }

    private static let unknownApp = Problem(.notFound, "unknown app")
}
