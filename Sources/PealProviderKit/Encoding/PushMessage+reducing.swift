extension PushMessage {
    /// The message as it was before it was refused as too large.
    public var original: PushMessage {
        var original = self
        original.isSmaller = false
        return original
    }

    /// The message in a provider's words, smaller than it was when the provider refused it as too large.
    ///
    /// No service says how much it would take, so half the size is tried: first the body loses of its end what is too much,
    /// but never more than leaves a line to read; then everything goes that the device can do without.
    /// - Parameters:
    ///   - write: puts the message into the provider's words.
    ///   - refused: what was refused; `nil` when it could not even be written.
    /// - Returns: the bytes; `nil` when nothing can be left out.
    public func reduced(_ write: (PushMessage) -> [UInt8], from refused: [UInt8]?) -> [UInt8]? {
        guard let refused else { return nil }
        let goal = refused.count / 2
        var smaller = self
        var json = write(smaller)
        let text = body.isEmpty ? \PushMessage.title : \PushMessage.body
        smaller[keyPath: text] = Self.reduced(self[keyPath: text], by: json.count - goal)
        json = write(smaller)
        if json.count > goal {
            smaller.leaveOutOptions()
            json = write(smaller)
        }
        return json.count < refused.count ? json : nil
    }

    /// How many characters of a longer text are kept in any case, which is about a line of a lock screen.
    private static let keptCharacters = 60

    private static func reduced(_ text: String, by excess: Int) -> String {
        guard !text.isEmpty, excess > 0 else { return text }
        let kept = min(keptCharacters, text.count / 2)
        let shortened = TextFit.shorten(text, by: excess)
        return shortened.count > kept ? shortened : text.prefix(kept) + "…"
    }

    /// Leaves out what the device can do without: the picture, what buttons and silent pushes bring to the app, and the second
    /// form of what is said anyway.
    private mutating func leaveOutOptions() {
        payload.data = [:]
        payload.image = nil
        for index in payload.actions.indices { payload.actions[index].payload = [:] }
        appearance.image = nil
        appearance.badgeIcon = nil
        webLink = nil
    }
}
