/// What APNs answered to one push.
struct APNsAnswer: Sendable, Equatable {
    var status: Int
    /// `apns-id`: Apple's name of the push.
    var id: String?
    var retryAfter: String?
    var body: [UInt8] = []
    /// Whether the answer came to its end.
    var isComplete = true
}

/// What became of a request on its way to APNs.
enum APNsReply: Sendable, Equatable {
    case answered(APNsAnswer)
    /// It never left.
    case notSent(reason: String)
    /// The server says, or the protocol guarantees, that it was not acted on.
    case notProcessed(reason: String)
    /// It left, or may have left, and no answer came.
    case answerLost(reason: String)
}
