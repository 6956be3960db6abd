import JudgeKit
import NIOHTTP1
import PealCore
import Synchronization

/// What the judge asked for and what it was promised: kept outside the server, so that no kill touches it.
final class RequestRecord: Sendable {
    /// What a reader of the progress wants to know.
    struct Counts: Sendable {
        var acknowledged = 0
        var lostAnswers = 0
        var replays = 0
        var refused = 0
        var violations = 0
    }

    fileprivate struct State {
        var requests: [TriggerRequest] = []
        var counts = Counts()
        var violations: [String] = []
    }

    private let state = Mutex(State())

    var counts: Counts { state.withLock { $0.counts } }
    var requests: [TriggerRequest] { state.withLock { $0.requests } }
    /// Answers that break a promise; the first hundred.
    var violations: [String] { state.withLock { $0.violations } }

    /// Adds a statement that is about to be sent.
    func add(_ make: (_ number: Int) -> TriggerRequest) -> TriggerRequest {
        state.withLock { state in
            let request = make(state.requests.count)
            state.requests.append(request)
            return request
        }
    }

    /// A statement made before that is not on its way now, to be sent again.
    func takeForReplay(_ unit: Double) -> TriggerRequest? {
        state.withLock { state in
            guard !state.requests.isEmpty else { return nil }
            // Mostly recent ones: those the last kill may have touched.
            let back = Int(unit * unit * Double(state.requests.count))
            let index = state.requests.count - 1 - min(back, state.requests.count - 1)
            return state.take(index)
        }
    }

    /// A statement nobody knows the fate of; `nil` when there is none left.
    func takeUnsettled() -> TriggerRequest? {
        state.withLock { state in
            state.requests.firstIndex { $0.id == nil && !$0.isBusy && !$0.isBroken }.flatMap { state.take($0) }
        }
    }

    /// The connection died: the statement may be in or not.
    func lost(_ number: Int) {
        state.withLock { state in
            state.requests[number].isBusy = false
            state.requests[number].lostAnswers += 1
            state.counts.lostAnswers += 1
        }
    }

    /// Judges an answer against what was promised before.
    func answered(_ number: Int, _ answer: HTTPAnswer) {
        let id = (try? answer.json())?.object?["id"]?.string
        let wasReplayed = answer.headers.first(name: "idempotency-replayed") == "true"
        state.withLock { state in
            state.requests[number].isBusy = false
            let request = state.requests[number]
            switch answer.status {
            case 200, 202:
                guard let id else {
                    state.violate("\(request.entity): \(answer.status) without an id")
                    return
                }
                if answer.status == 202 { state.counts.acknowledged += 1 }
                if let first = request.id {
                    if id != first { state.violate("\(request.entity): first \(first), then \(id)") }
                    if answer.status == 202, !wasReplayed { state.violate("\(request.entity): accepted a second time") }
                } else {
                    let isFresh = request.lostAnswers == 0
                    if isFresh, answer.status == 200 {
                        state.violate("\(request.entity): a new claim is called a duplicate")
                    }
                    state.requests[number].id = id
                }
            case 409, 503: state.counts.refused += 1
            default:
                state.requests[number].isBroken = true
                state.violate(
                    "\(request.entity): \(answer.status) \(String(decoding: answer.body.prefix(200), as: UTF8.self))"
                )
            }
        }
    }
}

extension RequestRecord.State {
    fileprivate mutating func take(_ index: Int) -> TriggerRequest? {
        guard !requests[index].isBusy else { return nil }
        requests[index].isBusy = true
        counts.replays += 1
        return requests[index]
    }

    fileprivate mutating func violate(_ text: String) {
        counts.violations += 1
        if violations.count < 100 { violations.append(text) }
    }
}
