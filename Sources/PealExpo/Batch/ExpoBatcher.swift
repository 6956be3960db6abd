import PealCore
import Synchronization

/// Lets messages that are sent at the same time travel together, with no timer and no task of its own.
///
/// A caller that finds a free request leads: it takes along whoever waits, up to Expo's hundred messages, and hands out
/// the outcomes. With all requests under way callers wait; whoever ends a request gives it to the first of them. So a
/// single message leaves at once, and the busier the sender the fuller its requests.
final class ExpoBatcher: Sendable {
    /// Expo's limit for a request.
    static let batchLimit = 100
    /// Expo asks for at most six requests at a time.
    static let requestLimit = 6

    private enum Wake: Sendable {
        case outcome(SendOutcome)
        /// A request is free for this caller.
        case lead
    }

    private struct Waiter {
        var parcel: ExpoParcel
        var continuation: CheckedContinuation<Wake, Never>
    }

    private struct State {
        /// Requests that are led, under way or not yet.
        var led = 0
        /// Those of them that still look for company.
        var gathering = 0
        var line = WaitingLine<Waiter>()
        var lastNumber: UInt64 = 0

        /// Whether somebody waits, or would, whom no gathering leader can take along.
        func needsLeader(for count: Int) -> Bool {
            led < ExpoBatcher.requestLimit && count > gathering * (ExpoBatcher.batchLimit - 1)
        }

        mutating func claim() {
            led += 1
            gathering += 1
        }

        /// Gives free requests to the first who wait, as many as are needed.
        mutating func promote() -> [CheckedContinuation<Wake, Never>] {
            var leaders: [CheckedContinuation<Wake, Never>] = []
            while line.count > 0, needsLeader(for: line.count), let next = line.popFirst() {
                claim()
                leaders.append(next.continuation)
            }
            return leaders
        }
    }

    private let waiterLimit: Int
    private let deliver: @Sendable ([ExpoParcel]) async -> [SendOutcome]
    private let state = Mutex(State())

    /// - Parameters:
    ///   - waiterLimit: how many may wait; one more is told that there is no room.
    ///   - deliver: carries parcels, at most ``batchLimit``, and tells what became of each in the same order.
    init(waiterLimit: Int = 10_000, deliver: @escaping @Sendable ([ExpoParcel]) async -> [SendOutcome]) {
        self.waiterLimit = waiterLimit
        self.deliver = deliver
    }

    /// How many wait for a request.
    var waiting: Int { state.withLock { $0.line.count } }

    func send(_ parcel: ExpoParcel) async -> SendOutcome {
        switch await join(parcel) {
        case .outcome(let outcome): outcome
        case .lead: await lead(parcel)
        }
    }

    private func join(_ parcel: ExpoParcel) async -> Wake {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let wake = state.withLock { state -> Wake? in
                    // Looked at under the lock, so that neither a request's end nor a cancellation can slip by.
                    if Task.isCancelled { return .outcome(.notProcessed(reason: "cancelled")) }
                    guard !state.needsLeader(for: state.line.count + 1) else {
                        state.claim()
                        return .lead
                    }
                    guard state.line.count < waiterLimit else {
                        return .outcome(.unavailable(reason: "too-many-waiting", retryAfter: nil))
                    }
                    state.line.append(Waiter(parcel: parcel, continuation: continuation), number: number)
                    return nil
                }
                if let wake { continuation.resume(returning: wake) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.line.remove(number) }
            waiter?.continuation.resume(returning: .outcome(.notProcessed(reason: "cancelled")))
        }
    }

    private func lead(_ own: ExpoParcel) async -> SendOutcome {
        await gather()
        let isCancelled = Task.isCancelled
        let (company, leaders) = state.withLock { state in
            state.gathering -= 1
            var company: [Waiter] = []
            if !isCancelled {
                while company.count < Self.batchLimit - 1, let next = state.line.popFirst() { company.append(next) }
            }
            return (company, state.promote())
        }
        for leader in leaders { leader.resume(returning: .lead) }
        var outcomes = isCancelled ? [] : await deliver([own] + company.map(\.parcel))
        let successors = state.withLock { state in
            state.led -= 1
            return state.promote()
        }
        for successor in successors { successor.resume(returning: .lead) }
        if isCancelled { return .notProcessed(reason: "cancelled") }
        while outcomes.count <= company.count { outcomes.append(.unknown(reason: "no-outcome")) }
        for (waiter, outcome) in zip(company, outcomes.dropFirst()) {
            waiter.continuation.resume(returning: .outcome(outcome))
        }
        return outcomes[0]
    }

    /// Lets those who are about to send get in line, for as long as more of them come.
    private func gather() async {
        var seen = -1
        while true {
            let count = waiting
            guard count > seen, count < Self.batchLimit - 1 else { return }
            seen = count
            await Task.yield()
        }
    }
}
