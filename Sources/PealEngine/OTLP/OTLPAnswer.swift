import Foundation
import PealCore
import PealProviderKit

/// What a collector made of a request.
enum OTLPAnswer: Equatable {
    /// It took it, but for some records that it will never take.
    case taken(rejected: Int)
    /// It will never take the request as it is, with a status.
    case refused(status: Int)
    /// It may take it later; why not now, and when it wants it again.
    case failed(reason: String, retryAfter: Duration?)

    /// Statuses about what a request holds; others are about the collector, or about how it is asked.
    private static let refusals: Set = [400, 413, 422]

    /// Reads what came of a request.
    init(_ result: HTTPResult, now: Timestamp) {
        switch result {
        case .answered(let answer) where (200..<300).contains(answer.status):
            self = .taken(rejected: Self.rejected(answer.body))
        case .answered(let answer) where Self.refusals.contains(answer.status):
            self = .refused(status: answer.status)
        case .answered(let answer):
            let wait = answer.header("retry-after").flatMap { RetryAfter.parse($0, now: now) }
            self = .failed(reason: "status-\(answer.status)", retryAfter: wait)
        case .notSent(let reason), .answerLost(let reason): self = .failed(reason: reason, retryAfter: nil)
        }
    }

    /// How many records a collector rejects in a request that it takes: a string, or a number, of `partialSuccess`.
    private static func rejected(_ body: [UInt8]) -> Int {
        guard let answer = try? JSONDecoder().decode(JSONValue.self, from: Data(body)),
            let partial = answer.object?["partialSuccess"]?.object
        else { return 0 }
        return switch partial["rejectedLogRecords"] ?? partial["rejectedSpans"] {
        case .integer(let number)?: max(0, Int(number))
        case .string(let text)?: max(0, Int(text) ?? 0)
        default: 0
        }
    }
}
