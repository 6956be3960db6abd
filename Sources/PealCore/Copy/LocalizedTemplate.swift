/// Copy in several locales.
public struct Localized<Content: Sendable & Equatable>: Sendable, Equatable {
    /// The copy by locale.
    public var byLocale: [String: Content]
    /// The locale used when nothing closer exists.
    public var fallbackLocale: String

    /// Joins the copy; `fallbackLocale` must be one of its locales.
    public init(byLocale: [String: Content], fallbackLocale: String) {
        self.byLocale = byLocale
        self.fallbackLocale = fallbackLocale
    }

    /// The locale whose copy a reader gets (R113): their own, its parents (``LocaleName/chain``), the same language as
    /// another region writes it, the language that its readers know as well, the fallback.
    public func resolve(_ locale: String?) -> String {
        guard let locale else { return fallbackLocale }
        if byLocale[locale] != nil { return locale }
        let reader = LocaleName(locale)
        let written = byLocale.keys.sorted().map { (key: $0, name: LocaleName($0)) }
        for name in reader.chain {
            if let match = written.first(where: { $0.name == name }) { return match.key }
        }
        for language in [reader.language, reader.neighbour?.language] {
            let same = written.filter { $0.name.language == language }
            if let match = same.first(where: { $0.key == fallbackLocale }) ?? same.first { return match.key }
        }
        return fallbackLocale
    }

    /// The copy a reader gets.
    public func text(for locale: String?) -> Content? { byLocale[resolve(locale)] }
}

/// Templates per locale.
public typealias LocalizedTemplate = Localized<Template>
/// Plain texts per locale.
public typealias LocalizedText = Localized<String>
