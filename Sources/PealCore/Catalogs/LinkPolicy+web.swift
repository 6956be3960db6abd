extension LinkPolicy {
    /// The web address of a link: of an `https` link itself, of others the same path below ``webOrigin``; `nil` when the app
    /// has no web client.
    public func webAddress(of link: String) -> String? {
        if link.hasPrefix("https://") { return link }
        guard let webOrigin, !link.isEmpty else { return nil }
        if link.hasPrefix("/") { return webOrigin + link }
        guard let mark = link.firstRange(of: "://") else { return nil }
        let path = link[mark.upperBound...]
        return webOrigin + (path.hasPrefix("/") ? "" : "/") + path
    }
}
