import NIOHPACK

/// A push service of the sandbox as connections of HTTP/2 see it: each request has one answer.
protocol StreamService: Sendable {
    /// Answers a request.
    /// - Returns: `nil` when the answer may take its time: then it is asked for by ``laterAnswer(to:)``.
    func answer(to request: StreamRequest) -> StreamAnswer?

    /// Answers a request, after a delay.
    func laterAnswer(to request: StreamRequest) async -> StreamAnswer
}

/// A request over HTTP/2.
struct StreamRequest: Sendable {
    let headers: HPACKHeaders
    var body: [UInt8] = []

    var method: String { headers.first(name: ":method") ?? "" }
    var path: String { headers.first(name: ":path") ?? "" }
}

/// The answer to a request over HTTP/2.
struct StreamAnswer: Sendable {
    var status: Int
    /// By names in lower case.
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// The connection is dropped.
    var isReset = false
    /// The answer breaks off in the middle of its body.
    var isTruncated = false
}
