import PealCore

/// Fits one text of a push to its platform, where the platform has a bound of its own (R111).
///
/// A notification is stored once for all devices of a user, fitted to the app's usual bound. For a platform that shows
/// more or less, the full text is cut anew where its variables stand.
struct PlatformFit {
    let copy: LocalizedTemplate
    let locale: String
    /// The bound that the stored text was fitted to.
    let usual: Int?
    /// The platform's own bound.
    let platform: Int?

    /// The text for the platform.
    /// - Parameters:
    ///   - full: the text in full.
    ///   - fitted: what the push says, where that differs: cut, or the text of a digest.
    /// - Returns: the text.
    func text(full: String, fitted: String?) -> String {
        let stored = fitted ?? full
        guard let platform else { return stored }
        if let template = copy.text(for: locale), isFromCopy(full: full, stored: stored, template),
            let text = template.refit(full, budget: platform)
        {
            return text
        }
        return stored.count <= platform ? stored : stored.prefix(max(platform - 1, 0)) + "…"
    }

    /// Whether the push has the type's text, not that of a digest.
    private func isFromCopy(full: String, stored: String, _ template: Template) -> Bool {
        guard stored != full else { return true }
        guard let usual else { return false }
        return template.refit(full, budget: usual) == stored
    }
}
