extension PushMessage {
    /// The message in a provider's words, with its text shortened until it fits: the body first, then the title.
    /// - Parameters:
    ///   - limit: bytes that may not be exceeded.
    ///   - write: puts the message into the provider's words.
    /// - Returns: the bytes; `nil` when they do not fit even with no text, or nothing is shown whose text could go.
    public func encoded(within limit: Int, _ write: (PushMessage) -> [UInt8]) -> [UInt8]? {
        guard !isSmaller else { return reduced(write, from: original.encoded(within: limit, write)) }
        var json = write(self)
        guard json.count > limit else { return json }
        guard payload.op == "show" else { return withoutData(write).flatMap { $0.count > limit ? nil : $0 } }
        var fitted = self
        while json.count > limit {
            let excess = json.count - limit
            if fitted.body.isEmpty {
                guard !fitted.title.isEmpty else { return nil }
                fitted.title = TextFit.shorten(fitted.title, by: excess)
            } else {
                fitted.body = TextFit.shorten(fitted.body, by: excess)
            }
            json = write(fitted)
        }
        return json
    }

    /// What shows nothing, without the data that it brings: the app still learns that there is something to fetch.
    private func withoutData(_ write: (PushMessage) -> [UInt8]) -> [UInt8]? {
        guard !payload.data.isEmpty else { return nil }
        var bare = self
        bare.payload.data = [:]
        return write(bare)
    }
}
