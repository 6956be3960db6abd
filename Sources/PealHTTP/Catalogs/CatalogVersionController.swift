import HTTPTypes
import PealCatalog
import PealCore
import PealEngine
import PealWire

/// Catalogs as reviewed, published versions: check, publish, compare, roll back (R117, design §3).
struct CatalogVersionController: Sendable {
    let versions: CatalogVersions
    let publisher: CatalogPublisher
    let keys: SecretKeyring
    let analysisPool: AnalysisPool

    var endpoints: [Endpoint] {
        [
            Endpoint(.putCatalog, use: put), Endpoint(.lintCatalog, use: lint),
            Endpoint(.listCatalogVersions, use: list), Endpoint(.publishCatalogVersion, use: publish),
            Endpoint(.rollBackCatalog, use: rollBack), Endpoint(.diffCatalogVersions, use: diff),
        ]
    }

    private func put(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let (isDryRun, isDraft) = (query.flag("dryRun"), query.flag("draft"))
        let reviewedBy = query.identifier("reviewedBy")
        try query.finish()
        let expected = try request.call.expectedVersion()
        let before = try await versions.published(request.app)
        let (submitted, catalog, answer) = try await read(request.app, before) {
            try SubmittedCatalog(request)
        }
        if isDryRun {
            if let expected, expected != before?.record.version { throw overtaken(before?.record.version ?? 0, 412) }
            return .json { answer.write(nil, isDryRun: true, to: &$0) }
        }
        let text = CatalogText(
            yaml: submitted.yaml,
            author: try await author(request.caller),
            authorKey: request.caller.key,
            reviewedBy: isDraft ? nil : reviewedBy,
            isDraft: isDraft,
            expected: expected
        )
        let keeping = try await Self.reviewed { try await publisher.keep(text, of: catalog) }
        return try self.answer(keeping, answer, status: 412)
    }

    private func lint(_ request: APIRequest) async throws -> APIResponse {
        let findings = try await analysisPool.run(request.app) { try SubmittedCatalog(request).reading.findings }
        return .json { writer in
            writer.object { writer in
                writer.member("valid", !findings.contains { $0.severity == .error })
                writer.array("findings", findings) { $1.write(to: &$0) }
            }
        }
    }

    private func list(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let page = try request.page(query)
        try query.finish()
        let found = try await versions.list(app: request.app, page: page)
        let cursor = try request.cursor(found.next)
        let version = versions.inForce(request.app)?.version
        return .json { writer in
            writer.page(found.items, next: cursor) { writer, record in
                writer.object { writer in
                    record.members(of: &writer)
                    writer.member("inForce", record.version == version)
                }
            }
        }
    }

    private func publish(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.read(CatalogPublishBody.self)
        let found = try await version(request.parameter("version"), request.app)
        let (_, catalog, answer) = try await read(request.app, try await versions.published(request.app)) {
            SubmittedCatalog(yaml: found.yaml, providers: request.call.rules.providers)
        }
        let version = found.record.version
        let published = try await Self.reviewed {
            try await publisher.publishDraft(
                version,
                of: catalog,
                reviewedBy: body.reviewedBy,
                key: request.caller.key
            )
        }
        guard let keeping = published else { throw Problem(.notFound, "unknown version") }
        return try self.answer(keeping, answer, status: 409)
    }

    private func rollBack(_ request: APIRequest) async throws -> APIResponse {
        let body = try request.read(CatalogRollbackBody.self)
        let found = try await version("\(body.version)", request.app)
        guard found.record.publishedAt != nil else {
            throw Problem.invalid("is a draft that was never published: publish it instead", at: "/version")
        }
        let (_, catalog, answer) = try await read(request.app, try await versions.published(request.app)) {
            SubmittedCatalog(yaml: found.yaml, providers: request.call.rules.providers)
        }
        let text = CatalogText(
            yaml: found.yaml,
            author: try await author(request.caller),
            authorKey: request.caller.key,
            reviewedBy: body.reviewedBy,
            restores: found.record.version,
            expected: try request.call.expectedVersion()
        )
        let keeping = try await Self.reviewed { try await publisher.keep(text, of: catalog) }
        return try self.answer(keeping, answer, status: 412)
    }

    private func diff(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let latest = versions.inForce(request.app)?.version ?? 1
        let to = query.integer("to", in: 1...Int(Int32.max)) ?? latest
        let from = query.integer("from", in: 1...Int(Int32.max)) ?? max(to - 1, 1)
        try query.finish()
        let (old, new) = (try await version("\(from)", request.app), try await version("\(to)", request.app))
        let difference = try await analysisPool.run(request.app) {
            CatalogDifference(fromYAML: old.yaml, toYAML: new.yaml)
        }
        return .json { writer in
            writer.object { writer in
                writer.member("from", from)
                writer.member("to", to)
                difference.members(of: &writer)
            }
        }
    }

    private func answer(_ keeping: CatalogKeeping, _ answer: CatalogAnswer, status: Int) throws -> APIResponse {
        switch keeping {
        case .kept(let record), .unchanged(let record):
            var response = APIResponse.json { answer.write(record, isDryRun: false, to: &$0) }
            response.headers[.eTag] = "\"\(record.version)\""
            return response
        case .overtaken(let version):
            throw overtaken(version, status)
        }
    }

    /// Reads a catalog and compares it with the one before it, away from the threads that serve.
    private func read(
        _ app: AppID,
        _ before: CatalogVersions.Version?,
        _ submitted: @escaping @Sendable () throws -> SubmittedCatalog
    ) async throws -> (SubmittedCatalog, Catalog, CatalogAnswer) {
        try await analysisPool.run(app) {
            let submitted = try submitted()
            let catalog = try submitted.catalog(of: app)
            let answer = CatalogAnswer(
                before: before?.record.version ?? 0,
                difference: CatalogDifference(fromYAML: before?.yaml ?? "{}", toYAML: submitted.yaml),
                warnings: try await submitted.warnings + versions.warnings(replacingWith: catalog)
            )
            return (submitted, catalog, answer)
        }
    }

    private func overtaken(_ version: Int, _ status: Int) -> Problem {
        Problem(
            .invalid,
            version == 0
                ? "no catalog is in force"
                : "version \(version) is in force now: apply your change to it and try again",
            status: status
        )
    }

    private func version(_ text: String, _ app: AppID) async throws -> CatalogVersions.Version {
        guard let version = Int(text), let found = try await versions.find(version, app: app) else {
            throw Problem(.notFound, "unknown version \(text.prefix(20))")
        }
        return found
    }

    /// Publishes, and says in a problem's words which review is missing.
    private static func reviewed<Answer>(_ publish: () async throws -> Answer) async throws -> Answer {
        do {
            return try await publish()
        } catch let missing as ReviewRequired {
            switch missing {
            case .notADraft:
                throw Problem(
                    .reviewRequired,
                    "this app requires a review: store the catalog with `?draft=true`; then a reviewer publishes it, with "
                        + "another key, by POST /api/v1/catalog/versions/{version}/publish"
                )
            case .ownAuthor:
                throw Problem(
                    .reviewRequired,
                    "this app requires a review: the version came with this key, and another key has to publish it"
                )
            }
        }
    }

    /// The name of the key that is used, as the operator gave it.
    private func author(_ caller: Caller) async throws -> String {
        guard case .backend(_, let key, _) = caller else { throw Problem(.scopeMissing) }
        return try await keys.name(of: key) ?? key.description
    }
}
