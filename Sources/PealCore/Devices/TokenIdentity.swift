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
}
