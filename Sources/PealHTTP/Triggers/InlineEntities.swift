import PealCore
import PealWire

/// Entities that a trigger brings along: they are written to the directory, so the key needs its scope.
enum InlineEntities {
    /// What is wrong with a trigger of this caller; `nil` when nothing is.
    static func problem(with draft: TriggerDraft, of caller: Caller) -> Problem? {
        guard !draft.entities.isEmpty, !caller.has(.directory) else { return nil }
        return Problem(
            .scopeMissing,
            "a trigger with entities writes to the directory, and this key lacks the scope "
                + "\"\(Scope.directory.rawValue)\"",
            errors: [FieldProblem("needs the scope \"\(Scope.directory.rawValue)\"", at: "/entities")]
        )
    }
}
