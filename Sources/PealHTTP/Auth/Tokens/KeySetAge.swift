import PealProviderKit

/// How long the keys of a URL are used before they are asked for again.
enum KeySetAge {
    /// Unless the answer says otherwise.
    static let usual = Duration.seconds(600)
    /// However short the answer says: the URL is not asked more often.
    static let least = Duration.seconds(60)
    /// However long the answer says: a key that was withdrawn is accepted for no longer.
    static let most = Duration.seconds(3600)
    /// However long the URL fails: keys that were withdrawn meanwhile must end.
    static let longest = Duration.seconds(86_400)

    /// How long after a failure the URL is asked again: soon, as long as there is no set at all.
    /// - Parameters:
    ///   - failures: how many there were in a row.
    ///   - wasRead: whether there is a set that is used meanwhile.
    /// - Returns: the wait, from one second to ``least``.
    static func retry(after failures: Int, wasRead: Bool) -> Duration {
        guard !wasRead else { return least }
        return min(.seconds(1) * (1 << min(max(failures, 1) - 1, 6)), least)
    }

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
