import HTTPTypes
import PealCatalog
import PealCore
import PealWire

/// A catalog's text as it came, read with every finding.
struct SubmittedCatalog {
    let yaml: String
    let reading: CatalogReading

    /// Reads the body of a request, YAML or JSON around it.
    /// - Throws: ``Problem`` when it is not UTF-8, or no JSON of that form.
    init(_ request: APIRequest) throws(Problem) {
        if CatalogMediaType.isJSON(request.call.headers[.contentType]) {
            self.init(yaml: try request.read(CatalogTextBody.self).yaml, providers: request.call.rules.providers)
            return
        }
        guard let text = String(validating: request.call.body, as: UTF8.self) else {
            throw Problem(.invalid, "the body is not UTF-8 text", status: 400)
        }
        self.init(yaml: text, providers: request.call.rules.providers)
    }

    /// Reads a text.
    init(yaml: String, providers: Providers) {
        self.yaml = yaml
        reading = CatalogReader.read(yaml: yaml, file: "catalog.yaml", providers: providers)
    }

    /// The catalog, of the app whose key was used.
    /// - Throws: ``Problem`` `invalid` with every finding that is an error.
    func catalog(of app: AppID) throws(Problem) -> Catalog {
        guard let catalog = reading.catalog else {
            let errors = reading.findings.filter { $0.severity == .error }
            throw Problem(
                .invalid,
                "the catalog has \(counted(errors.count, "error"))",
                errors: errors.map { FieldProblem($0.message, at: $0.pointer, line: $0.line) }
            )
        }
        guard catalog.app == app else {
            throw Problem.invalid("this key belongs to the app \(app), the catalog to \(catalog.app)", at: "/app")
        }
        return catalog
    }

    /// Everything found that is no error.
    var warnings: [Finding] { reading.findings.filter { $0.severity == .warning } }
}

extension Finding {
    /// The path as a JSON pointer (RFC 6901).
    var pointer: String {
        guard !path.isEmpty else { return "" }
        let parts = path.replacing("[", with: ".").replacing("]", with: "").split(separator: ".")
        return parts.map { "/" + JSONPointer.escape(String($0)) }.joined()
    }
}

extension IncomingCall {
    /// The version that `If-Match` says must be in force: its entity tag is the version.
    func expectedVersion() throws(Problem) -> Int? {
        guard let header = headers[.ifMatch], header != "*" else { return nil }
        var tag = Substring(header)
        if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
        guard let version = Int(tag.filter { $0 != "\"" }), version >= 0 else {
            throw Problem.invalid("must be the entity tag of GET /catalog, such as \"7\"", at: "header:If-Match")
        }
        return version
    }
}
