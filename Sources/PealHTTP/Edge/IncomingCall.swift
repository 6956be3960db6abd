import HTTPTypes
import PealCore
import PealCrypto
import PealWire

/// A request whose route, body and limits are checked.
struct IncomingCall: Sendable {
    let route: APIRoute
    /// The parts of the path that vary, decoded.
    let parameters: [String: String]
    let rawQuery: String?
    let headers: HTTPFields
    let body: [UInt8]
    let rules: ReadingRules
    /// Whether it comes from this machine, without a proxy.
    let isLocal: Bool
    /// The host that the client called, with its port.
    var authority: String?
    /// When its head was read, by the clock that never goes back.
    var beganAt: Duration = .zero

    /// The path in its one spelling: the router takes others as well, such as `//api/v1/triggers/`.
    var path: String { route.path(with: parameters) }

    /// The query; an unknown name in it is a problem where an unknown field of a body is one.
    var query: QueryReader {
        let isStrict = rules.refusesUnknownMembers
        return QueryReader(rawQuery, known: isStrict ? route.query : nil, refusesEmpty: isStrict)
    }

    /// What a repeated call has to have in common with the first one under an idempotency key: the query, which may name the
    /// user, and the body as it means something, so decompressed and read as JSON or YAML.
    ///
    /// The path is a part of the key already. A body alone has the hash of its bytes.
    var fingerprint: [UInt8] {
        let query = query.canonical(without: route == .submitTrigger ? "dryRun" : nil)
        let isYAML = route.media == .yaml && !CatalogMediaType.isJSON(headers[.contentType])
        let hash = Digest.sha256(body)
        guard !query.isEmpty || isYAML else { return hash }
        return Digest.sha256(hash + Array((isYAML ? "yaml?" : "?").utf8) + Array(query.utf8))
    }

    /// A part of the path; the router has seen to it that there is one.
    func parameter(_ name: String) -> String { parameters[name] ?? "" }

    /// Reads the body.
    func read<Body: RequestBody>(_: Body.Type = Body.self) throws(Problem) -> Body {
        try Body.read(body, rules: rules)
    }

    /// Reads a body with hints.
    func reading<Body: RequestBody>(_: Body.Type = Body.self) throws(Problem) -> HintedBody<Body> {
        try Body.reading(body, rules: rules)
    }

    /// Reads the body of a bulk act, where an unknown member is a problem whoever calls.
    ///
    /// A filter that is not understood would change more than was meant. No body is an empty one.
    func readFilter<Body: RequestBody>(_: Body.Type = Body.self) throws(Problem) -> Body {
        try readingFilter(Body.self).body
    }

    /// The same for a filter with hints.
    func readingFilter<Body: RequestBody>(_: Body.Type = Body.self) throws(Problem) -> HintedBody<Body> {
        var rules = rules
        rules.refusesUnknownMembers = true
        return try Body.reading(body.isEmpty ? Array("{}".utf8) : body, rules: rules)
    }
}

/// A request whose caller is known and may make it.
struct APIRequest: Sendable {
    let call: IncomingCall
    let credential: Credential
    /// The backend's idempotency key, where it sent one.
    let ticket: IdempotencyTicket?
    let cursors: CursorCodec

    var caller: Caller { credential.caller }
    var app: AppID { caller.app }
    var query: QueryReader { call.query }

    func parameter(_ name: String) -> String { call.parameter(name) }

    func read<Body: RequestBody>(_ body: Body.Type = Body.self) throws(Problem) -> Body { try call.read(body) }

    func reading<Body: RequestBody>(_ body: Body.Type = Body.self) throws(Problem) -> HintedBody<Body> {
        try call.reading(body)
    }

    /// An identifier made by Peal; whatever is none names nothing.
    func id<Kind: IDKind>(_ name: String, _: Kind.Type = Kind.self) throws(Problem) -> ID<Kind> {
        guard let id = ID<Kind>(parameter(name)) else { throw Problem(.notFound) }
        return id
    }

    /// The time on the client's clock when it sent the request, where it says so in a way that can be read.
    var clientTime: Timestamp? { call.headers[.pealClientTime].flatMap { Timestamp(hint: $0) } }

    /// Hints of a body that were left out, and the client's time where it was.
    func ignored<Body>(_ body: HintedBody<Body>?) -> [IgnoredHint] {
        let field = HTTPField.Name.pealClientTime
        let isUnread = call.headers[field] != nil && clientTime == nil
        return (body?.ignored ?? []) + (isUnread ? [IgnoredHint(.time, field: field.rawName)] : [])
    }

    /// Where the client is in a trace, when it says so.
    var traceParent: TraceParent? { call.headers[.traceParent].flatMap { TraceParent($0) } }

    /// The page asked for with `limit` and `cursor`.
    func page(_ query: QueryReader) throws -> PageRequest {
        let limit = query.integer("limit", in: 1...200) ?? 50
        guard let text = query.text("cursor") else { return PageRequest(limit: limit) }
        guard let position = cursors.decode(text, path: call.path, app: app, user: caller.user) else {
            query.add("is not a cursor of this list", "cursor")
            return PageRequest(limit: limit)
        }
        return PageRequest(limit: limit, after: position)
    }

    /// The cursor of the next page of this listing, or of another one.
    func cursor(_ next: String?, path: String? = nil) throws -> String? {
        try cursors.encode(next, path: path ?? call.path, app: app, user: caller.user)
    }
}
