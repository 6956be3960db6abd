import PealProviderKit

/// How long the keys of a URL are used before they are asked for again.
enum KeySetAge {
    /// Unless the answer says otherwise.
    static let usual = Duration.seconds(600)
    /// However short the answer says: the URL is not asked more often.
    static let least = Duration.seconds(60)
    /// However long the answer says: a key that was withdrawn is accepted for no longer.
    static let most = Duration.seconds(3600)
    /// After a failure.
    static let retry = Duration.seconds(60)
    /// Between two requests for a key that is not known: invented names cost no more.
    static let unknownKeyPause = Duration.seconds(30)

    /// The `max-age` of an answer (RFC 9111, 5.2.2.1) within these bounds.
    static func of(_ answer: HTTPAnswer) -> Duration {
        let directives = (answer.header("cache-control") ?? "").lowercased().split(separator: ",").map { directive in
            directive.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        }
        if directives.contains("no-store") || directives.contains("no-cache") { return least }
        guard let age = directives.first(where: { $0.hasPrefix("max-age=") }),
            let seconds = Int64(age.dropFirst("max-age=".count)), seconds >= 0
        else { return usual }
        return min(max(.seconds(seconds), least), most)
    }
}
