import PealCore

extension Page {
    /// The first rows of a listing, and the token of the next page where there are more.
    init<Key>(
        _ keys: some Sequence<Key>,
        limit: Int,
        token: (Item) -> String,
        _ row: (Key) -> Item?
    ) {
        // One more than asked for says whether there is a next page.
        let found = Array(keys.lazy.compactMap(row).prefix(limit + 1))
        let items = Array(found.prefix(limit))
        self.init(items: items, next: found.count > limit ? items.last.map(token) : nil)
    }
}

extension ID {
    /// The token of a page that ended with this identifier.
    var token: String { rawValue.hex }

    /// The identifier that a page goes on before; `nil` for no token, or one that is not ours.
    init?(token: String?) {
        guard let token, let raw = UUIDv7(hex: token) else { return nil }
        self.init(raw)
    }
}
