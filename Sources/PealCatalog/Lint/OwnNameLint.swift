import PealCore

/// Looks at types whose recipients include the user that a text names: they would read their own name as that of another user.
///
/// It warns where the catalog decides it: all members of the entity are notified and nobody is left out, because the actor is
/// included, or because the type is scheduled and has no actor. Others depend on the trigger, which a dry run looks at.
struct OwnNameLint {
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        guard !type.silent, notifiesEverybody, type.includeActor || type.schedule != nil else { return }
        let shown = Set([type.title, type.body].flatMap { $0.byLocale.values }.flatMap(\.variableNames))
        // A text is what a user wrote, not their name.
        for variable in type.variables
        where variable.personal && variable.type == .string && !variable.isOtherMember && shown.contains(variable.name)
        {
            log.warn(
                "\(path).data.\(variable.name)",
                "names-recipient",
                "all members of the entity receive it, and the one that `\(variable.name)` names would read their own name; of "
                    + "two members say `from: other.name`, else leave that user out of the audience"
            )
        }
    }

    /// Whether the default audience is every member of what the type is about.
    private var notifiesEverybody: Bool {
        guard case .members(let query)? = type.defaultAudience, case .itself = query.of else { return false }
        return query.roles.isEmpty && query.statuses.isEmpty && query.any.isEmpty && query.alsoMemberOf == nil
    }
}
