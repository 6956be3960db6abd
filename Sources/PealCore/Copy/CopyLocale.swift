/// The locales that one text of a notification is written in.
public struct CopyLocale: Sendable, Hashable {
    /// The locale of the words.
    public var copy: String
    /// The locale of dates and numbers in it.
    ///
    /// Language, script, digits and calendar are those of the words, whatever the reader's own are; a region and a clock that
    /// the reader named are kept, so that en-GB reads en words with 24 h times.
    public var formats: String
}

extension Localized {
    /// The locales in which a reader gets this text.
    public func locale(for reader: String) -> CopyLocale {
        let copy = resolve(reader)
        return CopyLocale(copy: copy, formats: LocaleName(copy).formats(of: copy, for: LocaleName(reader)))
    }
}

extension LocaleName {
    /// The locale of dates and numbers in a text of this locale, which is written as `text`.
    fileprivate func formats(of text: String, for reader: LocaleName) -> String {
        // What a catalog states with an extension, such as `ar-u-nu-latn`, is meant.
        guard language == reader.language, !text.contains("-u-") else { return text }
        let region = region ?? (script == nil || reader.script == nil || script == reader.script ? reader.region : nil)
        let clock = reader.hourCycle.map { "u-hc-\($0)" }
        return [language, script, region, clock].compactMap { $0 }.joined(separator: "-")
    }
}
