import PealCore

/// Reads texts and templates per locale; a bare string is the default locale's.
struct CopySection {
    let locales: [String]

    var defaultLocale: String { locales.first ?? "en" }

    func templates(_ field: Field) -> LocalizedTemplate {
        if PluralSection.fits(field) {
            let template = PluralSection.read(field)
            return Localized(byLocale: template.map { [defaultLocale: $0] } ?? [:], fallbackLocale: defaultLocale)
        }
        return read(field) { PluralSection.fits($0) ? PluralSection.read($0) : $0.template() }
    }

    func texts(_ field: Field) -> LocalizedText {
        read(field) { item in
            guard let text = item.string() else { return nil }
            guard !text.contains("{{") else {
                item.error("bad-template", "this text cannot have variables; write plain text")
                return nil
            }
            return text
        }
    }

    private func read<Content>(_ field: Field, _ content: (Field) -> Content?) -> Localized<Content> {
        if case .scalar = field.node {
            let value = content(field)
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
                    "`\(locale.prefix(64))` is not in `locales`" + NearName.hint(for: locale, among: locales)
                )
            }
            if let value = content(item) { byLocale[locale] = value }
        }
        if fields[defaultLocale] == nil {
            field.error("missing-copy", "the text in the default locale `\(defaultLocale)` is missing; add it")
        }
        return Localized(byLocale: byLocale, fallbackLocale: defaultLocale)
    }
}
