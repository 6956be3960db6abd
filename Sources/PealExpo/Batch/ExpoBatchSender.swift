import PealCore

/// Carries one batch of messages to Expo, in more than one request when Expo will not take them together.
struct ExpoBatchSender: Sendable {
    let wire: ExpoWire

    /// How many requests one batch may cost.
    ///
    /// A bad message among a hundred is found in fifteen. Beyond the limit the rest is tried again later.
    static let requestLimit = 40

    /// What became of each message, in their order.
    func deliver(_ items: [ExpoBatchItem]) async -> [SendOutcome] {
        var outcomes = [SendOutcome](repeating: .notProcessed(reason: "cancelled"), count: items.count)
        var open = [Array(items.indices)]
        var requests = 0
        while let part = open.popLast() {
            requests += 1
            let reading = await wire.send(part.map { items[$0] })
            switch reading {
            case .each(let each):
                for (index, outcome) in zip(part, each) { outcomes[index] = outcome }
            case .all(let outcome):
                for index in part { outcomes[index] = outcome }
                if let rest = Self.outcomeOfRest(after: outcome) {
                    for index in open.joined() { outcomes[index] = rest }
                    return outcomes
                }
            case .projects(let reason, let projects):
                let groups = Self.groups(part, of: items, by: projects)
                guard groups.count < 2 else {
                    open += groups
                    break
                }
                divide(part, reason: reason, alone: .configuration, into: &open, &outcomes)
            case .divide(let reason, let scope):
                divide(part, reason: reason, alone: scope, into: &open, &outcomes)
            }
            if Task.isCancelled { return outcomes }
            if requests >= Self.requestLimit {
                for index in open.joined() {
                    outcomes[index] = .unavailable(reason: "batch-refused", retryAfter: nil)
                }
                return outcomes
            }
        }
        return outcomes
    }

    private func divide(
        _ part: [Int],
        reason: String,
        alone scope: RejectionScope,
        into open: inout [[Int]],
        _ outcomes: inout [SendOutcome]
    ) {
        guard part.count > 1 else {
            for index in part { outcomes[index] = .rejected(reason: reason, scope: scope) }
            return
        }
        let middle = part.count / 2
        open.append(Array(part[middle...]))
        open.append(Array(part[..<middle]))
    }

    /// The messages of each project, and those Expo did not name.
    private static func groups(_ part: [Int], of items: [ExpoBatchItem], by projects: [[String]]) -> [[Int]] {
        var projectOf: [String: Int] = [:]
        for (number, tokens) in projects.enumerated() {
            for token in tokens { projectOf[token] = number }
        }
        var groups: [Int: [Int]] = [:]
        for index in part { groups[projectOf[items[index].token] ?? -1, default: []].append(index) }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }

    /// What an answer to one part means for the parts that are not sent yet; `nil` when they may go.
    private static func outcomeOfRest(after outcome: SendOutcome) -> SendOutcome? {
        switch outcome {
        case .accepted, .gone, .rejected(_, .message), .rejected(_, .size), .rejected(_, .device): nil
        case .unknown(let reason): .unavailable(reason: reason, retryAfter: nil)
        case .rejected(_, .configuration), .throttled, .unavailable, .notProcessed: outcome
        }
    }
}
