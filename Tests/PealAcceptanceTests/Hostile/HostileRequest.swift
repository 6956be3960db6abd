import Testing

/// A request that must be refused, and exactly how.
struct HostileRequest: Sendable, CustomTestStringConvertible {
    /// Whose credential it carries.
    enum Credential: Sendable {
        /// The backend of `gss`, whose data the requests are after.
        case gss
        /// The backend of another app.
        case match
        /// A user of `gss`.
        case anna
        /// Another user of `gss`.
        case mallory
        case nobody
        /// An `Authorization` header, made from a valid token of Anna's.
        case header(@Sendable (String) -> String)
    }

    let name: String
    let method: String
    let path: String
    var credential: Credential
    var body: [UInt8]?
    var headers: [(String, String)]
    let status: Int
    let code: String
    /// Where the problem lies; `nil` does not look.
    let pointers: [String]?

    var testDescription: String { name }

    /// Describes a request with a body written out.
    init(
        _ name: String,
        _ method: String,
        _ path: String,
        as credential: Credential = .gss,
        body: String? = nil,
        type: String? = "application/json",
        headers: [(String, String)] = [],
        _ status: Int,
        _ code: String,
        _ pointers: [String]? = nil
    ) {
        self.init(
            name,
            method,
            path,
            as: credential,
            bytes: body.map { Array($0.utf8) },
            type: type,
            headers: headers,
            status,
            code,
            pointers
        )
    }

    /// Describes a request with any bytes.
    init(
        _ name: String,
        _ method: String,
        _ path: String,
        as credential: Credential = .gss,
        bytes: [UInt8]?,
        type: String? = "application/json",
        headers: [(String, String)] = [],
        _ status: Int,
        _ code: String,
        _ pointers: [String]? = nil
    ) {
        self.name = name
        self.method = method
        self.path = path
        self.credential = credential
        body = bytes
        self.headers = (bytes == nil ? [] : type.map { [("content-type", $0)] } ?? []) + headers
        self.status = status
        self.code = code
        self.pointers = pointers
    }

    /// A trigger that is refused.
    static func trigger(_ name: String, _ body: String, _ status: Int, _ code: String, _ pointers: [String]? = nil)
        -> Self
    {
        HostileRequest(name, "POST", "/api/v1/triggers", body: body, status, code, pointers)
    }

    /// A kudos trigger, whole and right but for what is put into it.
    static func kudos(_ name: String, _ extra: String, _ code: String, _ pointers: [String]) -> Self {
        trigger(
            name,
            #"{"type":"kudos","to":{"users":["anna"]},"data":{"from":"D","message":"T"},\#(extra)}"#,
            422,
            code,
            pointers
        )
    }

    /// A kudos trigger with other variables.
    static func data(_ name: String, type: String = "kudos", _ data: String, _ code: String, _ pointers: [String])
        -> Self
    {
        trigger(name, #"{"type":"\#(type)","to":{"users":["anna"]},"data":\#(data)}"#, 422, code, pointers)
    }
}
