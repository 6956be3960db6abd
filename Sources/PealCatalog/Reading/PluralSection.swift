import PealCore

/// Reads copy with a form a plural category: `{plural: items, one: "{{items}} thing", other: "{{items}} things"}`.
///
/// `plural` names the variable that counts; without it that is `count`. `none` is the text for 0, and for no number.
enum PluralSection {
    /// Whether a value is meant so; no locale is called `other`.
    static func fits(_ field: Field) -> Bool {
        guard case .mapping(let entries) = field.node else { return false }
        return entries.contains { $0.key == "other" || $0.key == "plural" }
    }

    static func read(_ field: Field) -> Template? {
        let keys = ["plural", "none"] + PluralCategory.allCases.map(\.rawValue)
        guard let members = field.mapping(keys) else { return nil }
        let variable = members["plural"].map { $0.string(.word) } ?? "count"
        _ = members.required("other", hint: "every language has this form")
        var forms: [PluralCategory: Template] = [:]
        for category in PluralCategory.allCases {
            if let template = members[category.rawValue]?.template() { forms[category] = template }
        }
        guard let variable else { return forms[.other] }
        return Template(choosingBy: variable, among: forms, none: members["none"]?.template())
    }
}
