extension Catalog {
    /// The text of the digest of a type's window, by the window's key.
    ///
    /// A digest of a sender's limit has the text of the type's first limit that has one, or of the type's digest.
    public func digestCopy(of windowKey: String, for type: NotificationType) -> DigestCopy {
        if windowKey == DigestWindowKey.summary { return type.summary?.copy ?? DigestCopy() }
        if windowKey == DigestWindowKey.throttle(type.id), let throttle = type.throttle { return throttle.copy }
        if windowKey == DigestWindowKey.limit(type.id),
            let limit = limits(of: type.id).first(where: { $0.onExceed == .digest && !$0.copy.isEmpty })
        {
            return limit.copy
        }
        return type.digest?.copy ?? DigestCopy()
    }
}
