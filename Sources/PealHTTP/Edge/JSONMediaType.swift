import PealWire

/// Which media types are JSON.
enum JSONMediaType {
    /// - Throws: ``Problem`` `unsupported-media-type` for anything but `application/json` or `+json` in UTF-8.
    static func check(_ header: String?) throws(Problem) {
        // As nearly all write it.
        if header == "application/json" { return }
        let (type, charset) = MediaType.parts(of: header)
        let isJSON = type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json"))
        guard isJSON, charset == nil || charset == "utf-8" else {
            throw Problem(.unsupportedMediaType, "send the body as application/json")
        }
    }
}
