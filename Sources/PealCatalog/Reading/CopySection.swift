import PealCore

/// Reads texts and templates per locale; a bare string is the default locale's.
struct CopySection {
    let locales: [String]

    var defaultLocale: String { locales.first ?? "en" }

    func templates(_ field: Field) -> LocalizedTemplate {
        if PluralSection.fits(field) {
            let template = PluralSection.read(field)
            checkLocales([defaultLocale], field, isTranslatable: true)
            return Localized(byLocale: template.map { [defaultLocale: $0] } ?? [:], fallbackLocale: defaultLocale)
        }
        return read(field) { PluralSection.fits($0) ? PluralSection.read($0) : $0.template() }
    }

    func texts(_ field: Field) -> LocalizedText {
        texts(field) { $0.contains("{{") ? "this text cannot have variables; write plain text" : nil }
    }

    /// `none`, or a text whose only variable is the app's name.
    func unreadable(_ field: Field) -> UnreadablePush {
        if case .scalar("none", _) = field.node { return .none }
        let text = texts(field) { text in
            text.replacing(UnreadablePush.variable, with: "").contains("{{")
                ? "the only variable of this text is `\(UnreadablePush.variable)`" : nil
        }
        return .text(text)
    }

    private func texts(_ field: Field, _ problem: (String) -> String?) -> LocalizedText {
        read(field) { item in
            guard let text = item.string() else { return nil }
            if let problem = problem(text) {
                item.error("bad-template", problem)
                return nil
            }
            return text
        }
    }

    /// Reports locales of the app that a text is not written in: their readers get it in another language (M21).
    private func checkLocales(_ written: [String], _ field: Field, isTranslatable: Bool) {
        guard isTranslatable else { return }
        let copy = LocalizedText(
            byLocale: Dictionary(written.map { ($0, "") }) { first, _ in first },
            fallbackLocale: defaultLocale
        )
        let missing = locales.filter { LocaleName(copy.resolve($0)).language != LocaleName($0).language }
        guard !missing.isEmpty else { return }
        let names = missing.map { "`\($0)`" }.joined(separator: ", ")
        field.log.warn(
            field.path,
            "missing-locale",
            "the text in \(names) is missing; readers of it get `\(defaultLocale)`: add it"
        )
    }

    /// Whether a template has words of its own; one that only shows a variable is the same in every language.
    private static func hasWords(_ text: String) -> Bool {
        guard let template = try? Template(text) else { return true }
        return template.segments.contains { segment in
            if case .literal(let literal) = segment { literal.contains(where: \.isLetter) } else { false }
        }
    }

    private func read<Content>(_ field: Field, _ content: (Field) -> Content?) -> Localized<Content> {
        if case .scalar(let text, _) = field.node {
            let value = content(field)
            checkLocales([defaultLocale], field, isTranslatable: Self.hasWords(text))
            return Localized(byLocale: value.map { [defaultLocale: $0] } ?? [:], fallbackLocale: defaultLocale)
        }
        var byLocale: [String: Content] = [:]
        guard let fields = field.openMapping() else {
            return Localized(byLocale: byLocale, fallbackLocale: defaultLocale)
        }
        for (locale, item) in fields.all {
            if !locales.contains(locale) {
                item.error(
                    "unknown-locale",
                    "`\(locale.prefix(64))` is not in `locales`"
                        + (LanguageNames.code(of: locale).flatMap {
                            locales.contains($0) ? "; did you mean `\($0)`?" : nil
                        }
                            ?? NearName.hint(for: locale, among: locales))
                )
            }
            if let value = content(item) { byLocale[locale] = value }
        }
        if fields[defaultLocale] == nil {
            field.error("missing-copy", "the text in the default locale `\(defaultLocale)` is missing; add it")
        } else {
            checkLocales(fields.entries.map(\.key), field, isTranslatable: true)
        }
        return Localized(byLocale: byLocale, fallbackLocale: defaultLocale)
    }
}
