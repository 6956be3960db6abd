import PealCore

/// Looks at the plural forms of a template: what counts, and whether the language has these forms.
struct PluralLint {
    let type: NotificationType
    let location: String
    let log: FindingLog

    /// Checks a plural template; `counts` are variables that are whole numbers without being declared.
    func run(_ template: Template, counts: Set<String>) {
        guard let plural = template.plural else { return }
        checkVariable(plural.variable, counts)
        // The last part of the location is the locale, unless a bare value stands for the default one.
        let last = location.split(separator: ".").last.map(String.init) ?? ""
        let locale = last == "title" || last == "body" ? type.title.fallbackLocale : last
        let spoken = PluralRules(locale: locale).categories
        let missing = spoken.filter { plural.forms[$0] == nil }
        if !missing.isEmpty {
            let names = missing.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            log.warn(
                location,
                "missing-plural",
                "\(locale) also has the form \(names); without it those numbers use `other`"
            )
        }
        for category in PluralCategory.allCases where plural.forms[category] != nil && !spoken.contains(category) {
            log.warn(
                "\(location).\(category.rawValue)",
                "unused-plural",
                "\(locale) has no form `\(category.rawValue)`; remove it"
            )
        }
    }

    private func checkVariable(_ name: String, _ counts: Set<String>) {
        if counts.contains(name) { return }
        guard let variable = type.variables.first(where: { $0.name == name }) else {
            let known = type.variables.map(\.name)
            log.error(
                location,
                "unknown-variable",
                "unknown variable `\(name)` in `plural`"
                    + NearName.hint(for: name, among: known)
            )
            return
        }
        if variable.type != .integer, variable.type != .number {
            log.error(
                location,
                "bad-plural",
                "`\(name)` chooses the plural form; declare it as an integer or a number, not \(variable.type.rawValue)"
            )
        }
    }
}
