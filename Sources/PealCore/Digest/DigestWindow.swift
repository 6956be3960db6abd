/// An open window of a user's digest or throttle.
public struct DigestWindow: Sendable, Equatable {
    /// When it closes.
    public var closesAt: Timestamp
    /// When the push that opened it was decided, for windows with a leading edge.
    public var pushedAt: Timestamp?

    /// Joins both parts.
    public init(closesAt: Timestamp, pushedAt: Timestamp? = nil) {
        self.closesAt = closesAt
        self.pushedAt = pushedAt
    }
}

extension DigestWindow {
    /// What a window holds when its time has come.
    public struct Contents: Sendable, Hashable {
        /// Items that are still worth pushing.
        public var count: Int
        /// Every item that waits in it.
        public var total: Int
        /// Whether a push opened the window that the user has not read since; the digest replaces it.
        public var hasOpener: Bool

        /// Counts a window's items.
        public init(count: Int, total: Int, hasOpener: Bool) {
            self.count = count
            self.total = total
            self.hasOpener = hasOpener
        }

        /// How many notifications its digest stands for.
        public var size: Int { count + (hasOpener ? 1 : 0) }
    }

    /// How a window closes.
    public enum Closing: Sendable, Equatable, CaseIterable {
        /// Nothing in it is worth pushing.
        case empty
        /// The newest item represents all of them in one push.
        case digest
        /// The one item left is pushed as itself.
        case single
        /// There are too few for a digest: each item is pushed as itself, the oldest first.
        case separate
    }

    /// What happens to the items that do not represent a window.
    public struct Others: Sendable, Equatable {
        /// How many of them are still worth pushing.
        public var worthPushing: Int
        /// How many of them were resolved meanwhile, or expired.
        public var rest: Int

        /// Counts both.
        public init(worthPushing: Int, rest: Int) {
            self.worthPushing = worthPushing
            self.rest = rest
        }
    }
}

extension DigestWindow.Contents {
    /// How the window closes.
    /// - Parameter minimum: fewer notifications than these are no digest.
    /// - Returns: the way it closes.
    public func closing(minimum: Int) -> DigestWindow.Closing {
        if count == 0 { return .empty }
        if size >= minimum { return .digest }
        return count == 1 ? .single : .separate
    }

    /// The items that end when one item was decided, or none.
    /// - Parameters:
    ///   - hasRepresentative: whether an item was decided.
    ///   - isSeparate: whether each item is pushed as itself; what is not worth pushing then ends with the last one.
    /// - Returns: how many there are of each kind; `nil` when the others stay in the window.
    public func others(hasRepresentative: Bool, isSeparate: Bool) -> DigestWindow.Others? {
        if isSeparate, count > 1 { return nil }
        return .init(worthPushing: max(0, count - (hasRepresentative ? 1 : 0)), rest: total - count)
    }
}

extension DigestWindow {
    /// How an item ends that does not represent its window.
    /// - Parameters:
    ///   - obstacle: why the item is not worth pushing; `nil` when it is.
    ///   - reason: why the items that are worth pushing are not pushed themselves.
    /// - Returns: the event that ends it.
    public static func end(ofItemWith obstacle: Reason?, representedBy reason: Reason) -> PushMachine.Event {
        switch obstacle {
        case nil: .represented(reason)
        case .expired: .expired
        default: .resolved(handedOut: false)
        }
    }
}
