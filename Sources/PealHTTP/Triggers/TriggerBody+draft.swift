import PealCore
import PealPipeline
import PealWire

extension TriggerBody {
    /// The same as the pipeline takes it.
    var draft: TriggerDraft {
        TriggerDraft(
            type: type,
            entity: entity,
            entities: entities,
            transition: transition,
            actor: actor,
            audience: audience,
            data: data,
            priority: priority,
            sendAt: sendAt,
            cancelKey: cancelKey
        )
    }
}

extension Problem {
    /// The same as HTTP says it; `prefix` is where in the body the draft stands.
    init(_ problem: IntakeProblem, prefix: String = "") {
        let code = ProblemCode(rawValue: problem.code.rawValue) ?? .invalid
        if code == .backlogFull {
            self.init(code, problem.details.first?.detail, retryAfter: 5, limit: "backlog")
            return
        }
        self.init(code, errors: problem.details.map { FieldProblem($0.detail, at: prefix + $0.pointer) })
    }
}
