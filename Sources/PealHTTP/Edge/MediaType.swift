/// What a `Content-Type` header names.
enum MediaType {
    /// The type and its charset, in lower case and without quotes.
    ///
    /// UTF-8 has one name here, however it is written; a charset that is named twice counts only if both are the same.
    static func parts(of header: String?) -> (type: String, charset: String?) {
        let parts = (header ?? "").lowercased().split(separator: ";", omittingEmptySubsequences: false).map {
            $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" && $0 != "'" }
        }
        let named = parts.dropFirst().filter { $0.hasPrefix("charset=") }
        let charsets = Set(named.map { charset(String($0.dropFirst(8))) })
        return (parts.first ?? "", charsets.isEmpty ? nil : charsets.sorted().joined(separator: ","))
    }

    private static func charset(_ name: String) -> String { name == "utf8" ? "utf-8" : name }
}
