/// Recognises texts that look like secrets; catalogs are kept in Git and hold none (design §3).
enum SecretShape {
    /// Whether the text looks like a private key, a secret key or a signed token.
    static func matches(_ text: String) -> Bool {
        if text.contains("-----BEGIN") { return true }
        return text.split(whereSeparator: { !$0.isASCII || $0.isWhitespace || $0 == "\"" }).contains { word in
            ["sk_", "whsec_", "AKIA", "AIza", "ghp_"].contains {
                word.hasPrefix($0) && word.utf8.count >= $0.utf8.count + 12
            }
                || (word.hasPrefix("eyJ") && word.filter { $0 == "." }.count == 2)
        }
    }
}
