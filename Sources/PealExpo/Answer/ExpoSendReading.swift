import FoundationEssentials
import PealCore
import PealProviderKit

/// What Expo's answer to a request with messages means.
enum ExpoSendReading: Sendable, Equatable {
    /// Every message has an outcome of its own, in the request's order.
    case each([SendOutcome])
    /// The same became of all of them.
    case all(SendOutcome)
    /// They belong to more than one project: the tokens of each.
    case projects(reason: String, [[String]])
    /// Not together: there are too many, or one of them is bad; what the refusal is about when there is only one.
    case divide(reason: String, alone: RejectionScope)

    init(_ answer: HTTPAnswer, tokens: [String], now: Timestamp) {
        let body = try? JSONDecoder().decode(ExpoTicketBody.self, from: Data(answer.body))
        if (200..<300).contains(answer.status), body?.error == nil {
            // Expo took the request: whatever is wrong with its answer, the messages may be on their way.
            guard let tickets = body?.tickets else {
                self = .all(.unknown(reason: "answer-unreadable"))
                return
            }
            guard tickets.count == tokens.count else {
                self = .all(.unknown(reason: "ticket-count"))
                return
            }
            self = .each(zip(tickets, tokens).map { ExpoReasons.outcome(of: $0.value, token: $1) })
            return
        }
        switch ExpoReasons.refusal(body?.error, answer, now: now) {
        case .tooManyProjects(let reason): self = .projects(reason: reason, body?.error?.projects ?? [])
        case .tooMany(let reason), .invalid(let reason): self = .divide(reason: reason, alone: .message)
        case .tooLarge(let reason): self = .divide(reason: reason, alone: .size)
        case .outcome(let outcome): self = .all(outcome)
        }
    }
}
