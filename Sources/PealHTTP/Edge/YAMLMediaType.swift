import PealWire

/// Which media types are YAML (RFC 9512 and the names in use before it).
enum YAMLMediaType {
    private static let names: Set<String> = ["application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml"]

    /// - Throws: ``Problem`` `unsupported-media-type` for anything but YAML in UTF-8.
    static func check(_ header: String?) throws(Problem) {
        let (type, charset) = MediaType.parts(of: header)
        guard names.contains(type) || (type.hasPrefix("application/") && type.hasSuffix("+yaml")),
            charset == nil || charset == "utf-8"
        else { throw Problem(.unsupportedMediaType, "send the body as application/yaml") }
    }

    /// Whether an `Accept` header names YAML before JSON.
    static func isWanted(_ header: String?) -> Bool {
        for range in (header ?? "").split(separator: ",") {
            let (type, _) = MediaType.parts(of: String(range))
            if names.contains(type) { return true }
            if type == "application/json" || type == "*/*" || type == "application/*" { return false }
        }
        return false
    }
}
