import PealCore

/// The function of one notification type.
struct ClientFunction: Equatable {
    /// The type's name in triggers.
    let type: String
    /// What it does, one paragraph each, as plain text.
    let paragraphs: [String]
    /// The parameters, those that are required first.
    let parameters: [ClientParameter]

    init(_ type: NotificationType, in catalog: Catalog) {
        self.type = type.id.rawValue
        paragraphs = Self.paragraphs(type, in: catalog)
        let options = ClientOptions(type: type, catalog: catalog)
        let all = options.leading + type.variables.map(Self.parameter) + options.trailing
        parameters = all.filter(\.isRequired) + all.filter { !$0.isRequired }
    }

    /// The parameters that are members of `data`.
    var variables: [ClientParameter] { parameters.filter(\.isVariable) }
    /// All other parameters.
    var options: [ClientParameter] { parameters.filter { !$0.isVariable } }

    private static func paragraphs(_ type: NotificationType, in catalog: Catalog) -> [String] {
        let locale = catalog.defaultLocale
        var paragraphs = ["Triggers `\(type.id)`."]
        if type.silent {
            paragraphs.append("Its push shows nothing: it only tells the app to fetch.")
        } else {
            paragraphs.append("Title: \(type.title.text(for: locale)?.source ?? "")")
            paragraphs.append("Body: \(type.body.text(for: locale)?.source ?? "")")
        }
        if !type.enabled { paragraphs.append("The catalog has it disabled: no user is notified.") }
        if type.dedupe?.needsTransition == true {
            paragraphs.append("It is sent once for each entity and transition.")
        } else if type.dedupe != nil {
            paragraphs.append("A duplicate is accepted and sends nothing again.")
        }
        if let schedule = type.schedule {
            paragraphs.append("Peal also sends it by itself, by the `\(schedule.time)` of each \(schedule.entity).")
        }
        if !type.actorRoles.isEmpty {
            let roles = type.actorRoles.sorted().joined(separator: ", ")
            paragraphs.append("An actor who is a user needs one of these roles: \(roles).")
        }
        if type.forbidsOwnSubject { paragraphs.append("The actor cannot be the recipient.") }
        return paragraphs
    }

    private static func parameter(_ variable: VariableDeclaration) -> ClientParameter {
        let example = String(decoding: JSONWriter.bytes { $0.value(variable.example) }, as: UTF8.self)
        var notes = ["\(variable.type.rawValue), such as \(example)"]
        if variable.personal { notes.append("personal data") }
        if variable.isOtherMember {
            notes.append("default: the name of the other one of the entity's two members")
        } else if let text = variable.defaultText?.text(for: nil) {
            notes.append("where it is left out, texts show “\(text)”")
        }
        return ClientParameter(
            name: variable.name,
            kind: .variable(variable.type),
            isRequired: !variable.optional && !variable.isOtherMember,
            note: notes.joined(separator: "; ")
        )
    }
}
