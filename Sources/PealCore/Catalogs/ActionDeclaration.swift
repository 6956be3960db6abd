/// A button of a type.
public struct ActionDeclaration: Sendable, Equatable {
    /// The name the reply carries.
    public var id: String
    /// The button's text per locale.
    public var title: LocalizedText
    /// What pressing it does.
    public var kind: ActionKind
    /// The text of the one button that a platform with few places shows in place of all buttons with this text; it opens them.
    public var group: LocalizedText?
    /// The link it opens, where that is not the type's.
    public var link: Template?
    /// What the app gets with it, by name (S0.Model-Action).
    public var payload: [String: Value]

    /// A member of a button's payload.
    public enum Value: Sendable, Equatable {
        /// The same in every notification.
        case constant(JSONValue)
        /// A text with variables. One that consists of a single variable keeps that variable's type.
        case template(Template)
    }

    /// Declares a button.
    public init(
        id: String,
        title: LocalizedText,
        kind: ActionKind,
        group: LocalizedText? = nil,
        link: Template?,
        payload: [String: Value] = [:]
    ) {
        self.id = id
        self.title = title
        self.kind = kind
        self.group = group
        self.link = link
        self.payload = payload
    }

    /// The templates it is rendered from, except its text.
    public var templates: [Template] {
        let members = payload.values.compactMap { if case .template(let template) = $0 { template } else { nil } }
        return [link].compactMap(\.self) + members
    }
}

/// What pressing a button does (S0.Model-Action).
public enum ActionKind: String, Sendable, Codable, CaseIterable {
    case openApp = "open-app"
    case quickReply = "quick-reply"
    case dismiss
}
