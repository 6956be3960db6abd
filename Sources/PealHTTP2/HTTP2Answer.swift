package import NIOHPACK

/// What a server answered to one request.
package struct HTTP2Answer: Sendable, Equatable {
    /// The status code.
    package var status: Int
    /// All headers, pseudo-headers included.
    package var headers: HPACKHeaders
    /// The body, up to the limit of the connection's conduct.
    package var body: [UInt8]
    /// Whether the answer came to its end.
    package var isComplete: Bool

    /// Joins the parts.
    package init(status: Int, headers: HPACKHeaders = [:], body: [UInt8] = [], isComplete: Bool = true) {
        self.status = status
        self.headers = headers
        self.body = body
        self.isComplete = isComplete
    }

    /// The first header of a name in lower case.
    package func header(_ name: String) -> String? { headers.first(name: name) }
}
