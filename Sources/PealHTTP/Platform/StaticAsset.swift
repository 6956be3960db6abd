/// A file of the web pages.
public struct StaticAsset: Sendable {
    /// Its bytes.
    public var bytes: [UInt8]
    /// Its media type.
    public var contentType: String

    /// Joins both parts.
    public init(bytes: [UInt8], contentType: String) {
        self.bytes = bytes
        self.contentType = contentType
    }
}
