/// A catalog's text inside JSON, for clients that send nothing but JSON.
public struct CatalogTextBody: RequestBody, Sendable {
    /// The catalog, as YAML.
    public var yaml: String

    /// How it is read.
    public static var shape: Shape<CatalogTextBody> {
        .object { object in
            guard let yaml = object.required("yaml", .string(bytes: APIRoute.usualBodyLimit)) else { return nil }
            return CatalogTextBody(yaml: yaml)
        }
    }
}
