import PealCore

/// Reads when and with what words clients ask for permission.
struct PermissionSection {
    let copy: CopySection

    func read(_ field: Field?) -> PermissionPolicy {
        var policy = PermissionPolicy.standard
        guard
            let members = field?.mapping(["strategy", "softPromptEvery", "softPromptRoutes", "prompt", "softPrompt"])
        else { return policy }
        if let strategy = members["strategy"].flatMap(strategy) { policy.strategy = strategy }
        if let every = members["softPromptEvery"]?.duration() { policy.softPromptEvery = every }
        policy.softPromptRoutes = members["softPromptRoutes"]?.list().map { uniqueNames($0, shape: .route) } ?? []
        policy.prompt = members["prompt"].map(copy.texts)
        policy.softPrompt = members["softPrompt"].map(copy.texts)
        return policy
    }

    private func strategy(_ field: Field) -> PermissionPolicy.Strategy? {
        guard let text = field.string() else { return nil }
        switch text {
        case "firstLaunch": return .firstLaunch
        case "afterSignIn": return .afterSignIn
        default: break
        }
        let prefix = "afterMilestone("
        let name = text.hasPrefix(prefix) && text.hasSuffix(")") ? String(text.dropFirst(prefix.count).dropLast()) : ""
        guard NameShape.word.accepts(name) else {
            field.error("bad-value", "use `firstLaunch`, `afterSignIn` or `afterMilestone(name)`")
            return nil
        }
        return .afterMilestone(name)
    }
}
