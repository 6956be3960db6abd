import PealWire

/// How a catalog may come: as YAML, or inside JSON for clients that send nothing else.
enum CatalogMediaType {
    /// - Throws: ``Problem`` `unsupported-media-type` for anything else.
    static func check(_ header: String?) throws(Problem) {
        if isJSON(header) { return }
        do {
            try YAMLMediaType.check(header)
        } catch {
            throw Problem(
                .unsupportedMediaType,
                "send the body as application/yaml, or as application/json {\"yaml\": …}"
            )
        }
    }

    static func isJSON(_ header: String?) -> Bool {
        do { try JSONMediaType.check(header) } catch { return false }
        return true
    }
}
