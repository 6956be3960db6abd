import PealCatalog

extension LintCase {
    /// Edits after which every member of the entity reads a member's name.
    static let ownNames: [[(String, String)]] = [
        [
            ("{members: {of: parent}}", "{members: {of: self}}"), ("    link:", "    includeActor: true\n    link:"),
            ("name: {type: string, example: Sam}", "name: {type: string, example: Sam, person: true}"),
        ],
        [
            ("{members: {of: parent}}", "{members: {of: self}}"),
            ("    link:", "    schedule: {entity: thing, at: startsAt, from: {name: name}}\n    link:"),
            ("name: {type: string, example: Sam}", "name: {type: string, example: Sam, person: true}"),
        ],
    ]

    /// Who reads their own name, and who sees no button.
    static let users: [LintCase] = [
        LintCase(
            "names-recipient",
            "types.first.data.name",
            ("{members: {of: parent}}", "{members: {of: self}}"),
            ("    link:", "    includeActor: true\n    link:"),
            ("name: {type: string, example: Sam}", "name: {type: string, example: Sam, person: true} # here"),
            severity: .warning
        ),
        LintCase(
            "no-ios-category",
            "types.first.actions",
            ("[fcm]", "[apns]"),
            (
                "    link:",
                "    actions: [{id: a, title: {en: A, de: A}, kind: dismiss}] # here\n    link:"
            ),
            severity: .warning
        ),
    ]
}
