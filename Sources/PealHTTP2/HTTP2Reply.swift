/// What became of a request.
package enum HTTP2Reply: Sendable, Equatable {
    /// The server answered.
    case answered(HTTP2Answer)
    /// It never left.
    case notSent(reason: String)
    /// The server says, or the protocol guarantees, that it was not acted on.
    case notProcessed(reason: String)
    /// It left, or may have left, and no answer came.
    case answerLost(reason: String)

    /// The reason of a request that was not processed because the server closes its connection.
    package static let goAway = "GOAWAY"
    /// The reason of a request that was not sent because the server does not speak HTTP/2.
    package static let notHTTP2 = "alpn-not-h2"
    /// The reason of ``notProcessed(reason:)`` where the host refused the stream.
    package static let refusedStream = "REFUSED_STREAM"
}
