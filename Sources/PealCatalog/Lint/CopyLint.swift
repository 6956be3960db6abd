import PealCore

/// Looks at a type's templates: variables, formatters and length.
struct CopyLint {
    let catalog: Catalog
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        lint(type.title, "title", budget: least(\.title))
        lint(type.body, "body", budget: least(\.body))
        if log.has("\(path).link") { check(type.link, "\(path).link") }
        if let thread = type.thread { check(thread, "\(path).thread") }
        if let group = type.group { check(group, "\(path).group") }
        if let collapse = type.collapse { check(collapse, "\(path).collapse") }
        if let dedupe = type.dedupe, log.has("\(path).dedupe.key") {
            check(dedupe.key, "\(path).dedupe.key", extra: BuiltInVariable.inKeys)
        }
        digests()
        for (index, action) in type.actions.enumerated() {
            let location = "\(path).actions[\(index)]"
            if let link = action.link { check(link, "\(location).link") }
            for (name, value) in action.payload {
                if case .template(let template) = value { check(template, "\(location).payload.\(name)") }
            }
        }
    }

    private func digests() {
        if let digest = type.digest, log.has("\(path).digest.key") {
            check(digest.key, "\(path).digest.key", extra: BuiltInVariable.inKeys)
        }
        let rules = [
            ("digest", type.digest?.copy), ("throttle", type.throttle?.copy), ("summary", type.summary?.copy),
        ]
        for (rule, copy) in rules { if let copy { check(copy, "\(path).\(rule)") } }
    }

    /// Checks the text of a digest of the type, at the rule that makes it.
    func check(_ copy: DigestCopy, _ rule: String) {
        for (key, words) in [("title", copy.title), ("body", copy.body)] {
            for (locale, template) in words?.byLocale ?? [:] {
                let inner = "\(rule).\(key).\(locale)"
                let location = log.has(inner) ? inner : "\(rule).\(key)"
                check(template, location, extra: BuiltInVariable.inDigests)
                checkGaps(template, location)
            }
        }
    }

    private func lint(_ copy: LocalizedTemplate, _ key: String, budget: Int?) {
        for (locale, template) in copy.byLocale {
            let inner = "\(path).\(key).\(locale)"
            // A bare string stands for the default locale and has no path of its own.
            let location = log.has(inner) ? inner : "\(path).\(key)"
            check(template, location)
            checkGaps(template, location)
            guard let budget else { continue }
            let least = template.forms.map(Self.leastLength).max() ?? 0
            if least > budget {
                log.error(
                    location,
                    "copy-too-long",
                    "takes \(least) characters even with one-letter values, and `budgets` gives the \(key) \(budget); shorten it"
                )
            }
        }
    }

    /// Reports variables that a trigger may omit and for which the text has nothing else to show.
    private func checkGaps(_ template: Template, _ location: String) {
        for variable in type.variables where variable.optional && variable.defaultText == nil {
            guard template.variableNames.contains(variable.name) else { continue }
            // Where it is left out the text is `none`.
            if let plural = template.plural, plural.variable == variable.name, let none = plural.none,
                !none.variableNames.contains(variable.name)
            {
                continue
            }
            log.warn(
                location,
                "optional-in-copy",
                "`\(variable.name)` is optional and would leave a gap in the text; make it required, or add a `default`"
            )
        }
    }

    /// The smallest bound of all platforms.
    private func least(_ part: (CopyBudget) -> Int?) -> Int? {
        Platform.allCases.compactMap { part(catalog.budgets.on($0)) }.min()
    }

    private static func leastLength(_ template: Template) -> Int {
        template.segments.reduce(0) { sum, segment in
            if case .literal(let text) = segment { sum + text.count } else { sum + 1 }
        }
    }

    private func check(_ template: Template, _ location: String, extra: Set<String> = []) {
        if template.plural != nil {
            PluralLint(type: type, location: location, log: log).run(template, counts: extra)
            for form in template.forms { check(form, location, extra: extra) }
            return
        }
        for segment in template.segments {
            guard case .variable(let name, let formatter) = segment else { continue }
            let builtIn = BuiltInVariable.everywhere.contains(name) || extra.contains(name)
            guard builtIn || type.variables.contains(where: { $0.name == name }) || isBroken(name) else {
                let known = type.variables.map(\.name) + BuiltInVariable.everywhere + extra
                log.error(
                    location,
                    "unknown-variable",
                    "unknown variable `{{\(name)}}`" + NearName.hint(for: name, among: known)
                )
                continue
            }
            guard let formatter else { continue }
            let variable = type.variables.first { $0.name == name }
            let fitting = Self.types(for: formatter)
            if builtIn || variable.map({ !fitting.contains($0.type) }) == true {
                let names = fitting.map(\.rawValue).joined(separator: " or ")
                log.error(
                    location,
                    "bad-formatter",
                    "`\(formatter.rawValue)` formats \(names), but `\(name)` is \(variable?.type.rawValue ?? "string"); "
                        + "remove the formatter or use another"
                )
            }
        }
    }

    /// Whether a declaration stands in the file but could not be read.
    private func isBroken(_ name: String) -> Bool { log.has("\(path).data.\(name)") }

    private static func types(for formatter: Template.Formatter) -> [VariableType] {
        switch formatter {
        case .time: [.instant]
        case .date: [.instant, .date]
        case .number: [.integer, .number]
        case .money: [.money]
        }
    }
}
