/// Items of a digest window that are alike in what decides whether they are pushed.
public struct DigestItemGroup: Sendable, Hashable {
    /// What decides it.
    public var worth: PushWorth
    /// How many they are.
    public var count: Int
    /// The newest of them.
    public var newest: NotificationID

    /// Joins the parts.
    public init(worth: PushWorth, count: Int, newest: NotificationID) {
        self.worth = worth
        self.count = count
        self.newest = newest
    }
}
