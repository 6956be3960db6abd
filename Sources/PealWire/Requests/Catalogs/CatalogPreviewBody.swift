public import PealCore

/// The body of `POST /catalog/preview`: which type is shown to which reader.
public struct CatalogPreviewBody: RequestBody, Sendable {
    /// The type.
    public var type: TypeID
    /// The reader's locale; absent is the app's own.
    public var locale: String?
    /// The device's platform.
    public var platform: Platform
    /// Variables; each that is missing has the example of its declaration.
    public var data: [String: JSONValue]

    /// How it is read.
    public static var shape: Shape<CatalogPreviewBody> {
        .object { object in
            let type = object.required("type", Shape<TypeID>.key(bytes: 100))
            let locale = object.optional("locale", .locale)
            let platform = object.required("platform", Shape<Platform>.word())
            let data = object.optional("data", .variables) ?? [:]
            guard let type, let platform else { return nil }
            return CatalogPreviewBody(type: type, locale: locale, platform: platform, data: data)
        }
    }
}
