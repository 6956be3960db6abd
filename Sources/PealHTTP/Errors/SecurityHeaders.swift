import HTTPTypes

/// What keeps a browser from doing anything with an answer but read it.
enum SecurityHeaders {
    /// Adds them; what an answer says for itself stays, as the web page does.
    static func add(to fields: inout HTTPFields) {
        fields[.xContentTypeOptions] = "nosniff"
        if fields[.crossOriginResourcePolicy] == nil { fields[.crossOriginResourcePolicy] = "same-origin" }
        if fields[.referrerPolicy] == nil { fields[.referrerPolicy] = "no-referrer" }
        if fields[.contentSecurityPolicy] == nil {
            fields[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
    }
}
