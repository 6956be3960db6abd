/// A file of the web client or of the pages.
public struct StaticAsset: Sendable {
    /// Who may load it.
    public enum Audience: Sendable {
        /// Pages of Peal itself.
        case ownPages
        /// Pages and service workers of every site, as `/peal.js`.
        case everySite
    }

    /// Its bytes.
    public var bytes: [UInt8]
    /// The same in gzip's form, where that is smaller.
    public var gzip: [UInt8]?
    /// Its media type.
    public var contentType: String
    /// Who may load it.
    public var audience: Audience

    /// Joins the parts.
    public init(bytes: [UInt8], gzip: [UInt8]? = nil, contentType: String, audience: Audience = .ownPages) {
        self.bytes = bytes
        self.gzip = gzip
        self.contentType = contentType
        self.audience = audience
    }
}
