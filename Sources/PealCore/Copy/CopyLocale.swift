/// The locales that one text of a notification is written in.
public struct CopyLocale: Sendable, Hashable {
    /// The locale of the words.
    public var copy: String
    /// The locale of dates and numbers in it: that of the words, but a region that the reader named is kept, so that en-GB
    /// reads en words with 24 h times.
    public var formats: String
}

extension Localized {
    /// The locales in which a reader gets this text.
    public func locale(for reader: String) -> CopyLocale {
        let copy = resolve(reader)
        return CopyLocale(copy: copy, formats: reader.hasPrefix(copy) ? reader : copy)
    }
}
