import PealWire

/// Which media types are JSON.
enum JSONMediaType {
    /// - Throws: ``Problem`` `unsupported-media-type` for anything but `application/json` or `+json` in UTF-8.
    static func check(_ header: String?) throws(Problem) {
        let parts = (header ?? "").lowercased().split(separator: ";", omittingEmptySubsequences: false).map {
            $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        }
        let type = parts.first ?? ""
        let isJSON = type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json"))
        let charset = parts.dropFirst().first { $0.hasPrefix("charset=") }
        guard isJSON, charset == nil || charset == "charset=utf-8" else {
            throw Problem(.unsupportedMediaType, "send the body as application/json")
        }
    }
}
