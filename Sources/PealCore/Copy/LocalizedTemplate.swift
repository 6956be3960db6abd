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

    /// The locale whose copy a reader gets: their own, its parents (`pt-BR` → `pt`), the fallback (R113).
    public func resolve(_ locale: String?) -> String {
        guard var candidate = locale else { return fallbackLocale }
        candidate = candidate.replacing("_", with: "-")
        while true {
            if byLocale[candidate] != nil { return candidate }
            guard let dash = candidate.lastIndex(of: "-") else { return fallbackLocale }
            candidate = String(candidate[..<dash])
        }
    }

    /// The copy a reader gets.
    public func text(for locale: String?) -> Content? { byLocale[resolve(locale)] }
}

/// Templates per locale.
public typealias LocalizedTemplate = Localized<Template>
/// Plain texts per locale.
public typealias LocalizedText = Localized<String>
