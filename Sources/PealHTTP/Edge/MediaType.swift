/// What a `Content-Type` header names.
enum MediaType {
    /// The type and its charset, in lower case.
    static func parts(of header: String?) -> (type: String, charset: String?) {
        let parts = (header ?? "").lowercased().split(separator: ";", omittingEmptySubsequences: false).map {
            $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        }
        let charset = parts.dropFirst().first { $0.hasPrefix("charset=") }
        return (parts.first ?? "", charset.map { String($0.dropFirst(8)) })
    }
}
