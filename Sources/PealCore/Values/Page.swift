/// One page of a listing and where the next one starts.
public struct Page<Item: Sendable>: Sendable {
    /// The items in order.
    public var items: [Item]
    /// What to ask the next page with; `nil` at the end.
    public var next: String?

    /// Joins both parts.
    public init(items: [Item], next: String?) {
        self.items = items
        self.next = next
    }
}

/// Which page of a listing is wanted.
public struct PageRequest: Sendable, Equatable {
    /// At most so many items.
    public var limit: Int
    /// Where the page before ended; `nil` for the first.
    public var after: String?

    /// Asks for a page.
    public init(limit: Int, after: String? = nil) {
        self.limit = limit
        self.after = after
    }
}
