import PealCore
import PealEngine
import PealWire

extension Problem {
    /// The same as HTTP says it.
    /// - Parameters:
    ///   - problem: what the pipeline found.
    ///   - prefix: where in the body the draft stands.
    ///   - now: the instant it is, from which waits are counted.
    init(_ problem: IntakeProblem, prefix: String = "", now: Timestamp) {
        let code = ProblemCode(rawValue: problem.code.rawValue) ?? .invalid
        if code == .backlogFull {
            self.init(code, problem.details.first?.detail, retryAfter: 5, limit: "backlog")
            return
        }
        if let limit = problem.limit {
            let wait = max((limit.resetsAt - now).wholeMilliseconds + 999, 1000) / 1000
            self.init(code, problem.details.first?.detail, retryAfter: Int(wait), limit: limit.id)
            resetAt = limit.resetsAt
            return
        }
        self.init(code, errors: problem.details.map { FieldProblem($0.detail, at: prefix + $0.pointer) })
    }
}
