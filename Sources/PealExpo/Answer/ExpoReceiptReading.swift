import FoundationEssentials
import PealCore
import PealProviderKit

/// What Expo's answer to a question for receipts means.
enum ExpoReceiptReading: Sendable, Equatable {
    /// What became of the messages that are known by now.
    case outcomes([String: SendOutcome])
    /// Not so many at a time.
    case tooMany(reason: String)
    /// Nothing was learnt; whether it is because of the access token.
    case failed(ReceiptFailure, isRefused: Bool)

    init(_ answer: HTTPAnswer, ids: some Sequence<String>, now: Timestamp) {
        let body = try? JSONDecoder().decode(ExpoReceiptBody.self, from: Data(answer.body))
        if (200..<300).contains(answer.status), body?.error == nil {
            guard let receipts = body?.receipts else {
                self = .failed(ReceiptFailure(reason: "answer-unreadable"), isRefused: false)
                return
            }
            var outcomes: [String: SendOutcome] = [:]
            for id in ids {
                // One that cannot be read counts as not there yet.
                if let receipt = receipts[id]?.value { outcomes[id] = ExpoReasons.outcome(ofReceipt: receipt, id: id) }
            }
            self = .outcomes(outcomes)
            return
        }
        switch ExpoReasons.refusal(body?.error, answer, now: now) {
        case .tooMany(let reason), .tooLarge(let reason): self = .tooMany(reason: reason)
        case .invalid(let reason), .tooManyProjects(let reason):
            self = .failed(ReceiptFailure(reason: reason), isRefused: false)
        case .outcome(let outcome): self = .failed(ReceiptFailure(outcome), isRefused: Self.isRefused(outcome))
        }
    }

    private static func isRefused(_ outcome: SendOutcome) -> Bool {
        if case .rejected("UNAUTHORIZED", _) = outcome { return true }
        return outcome == .rejected(reason: "HTTP_401", scope: .configuration)
            || outcome == .rejected(reason: "HTTP_403", scope: .configuration)
    }
}

extension ReceiptFailure {
    fileprivate init(_ outcome: SendOutcome) {
        switch outcome {
        case .throttled(let reason, let wait, _), .unavailable(let reason, let wait):
            self.init(reason: reason, retryAfter: wait)
        case .gone(let reason, _), .rejected(let reason, _), .notProcessed(let reason), .unknown(let reason):
            self.init(reason: reason)
        case .accepted: self.init(reason: "answer-unreadable")
        }
    }
}
