/// What an address of a push service is found again by.
public enum TokenIdentity {
    private static let subscription = "{\"endpoint\":\""

    /// Of a Web Push subscription its endpoint, of anything else the whole text.
    ///
    /// A browser that renews the keys of its subscription is the same device, and gets one push (R001).
    public static func of(_ token: String) -> String {
        guard token.hasPrefix(subscription) else { return token }
        var endpoint = ""
        var isEscaped = false
        for character in token.dropFirst(subscription.count) {
            if character == "\"", !isEscaped { return endpoint }
            isEscaped = character == "\\" && !isEscaped
            endpoint.append(character)
        }
        return token
    }

    /// A subscription whose endpoint is written in one way: scheme and host in lower case, without the default port.
    ///
    /// RFC 3986, 6.2.2.1 and 6.2.3: both spellings are one address.
    public static func canonicalSubscription(_ token: String) -> String {
        guard token.hasPrefix(subscription) else { return token }
        let endpoint = of(token)
        return subscription + canonicalEndpoint(endpoint) + token.dropFirst(subscription.count + endpoint.count)
    }

    /// An endpoint with scheme and host in lower case, and without the default port.
    public static func canonicalEndpoint(_ endpoint: String) -> String {
        guard let colon = endpoint.firstIndex(of: ":"), endpoint[colon...].hasPrefix("://") else { return endpoint }
        let rest = endpoint[colon...].dropFirst(3)
        let path = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        var authority = rest[..<path]
        // Not a host alone: what is before the @ means something in either case.
        guard !authority.contains("@") else { return endpoint }
        if authority.hasSuffix(":443") {
            authority = authority.dropLast(4)
        } else if authority.hasSuffix(":") {
            authority = authority.dropLast()
        }
        return endpoint[..<colon].lowercased() + "://" + authority.lowercased() + rest[path...]
    }
}
