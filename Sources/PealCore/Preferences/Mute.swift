/// A user's wish to hear nothing of something for a while (C18).
public struct Mute: Sendable, Equatable {
    /// The identifier.
    public var id: MuteID
    /// What is muted.
    public var scope: Scope
    /// Until when; `nil` is until removed.
    public var until: Timestamp?
    /// When it was set.
    public var createdAt: Timestamp

    /// What a mute covers.
    public enum Scope: Sendable, Equatable, Hashable {
        /// Everything.
        case all
        /// One category.
        case category(CategoryID)
        /// One thread, for example a conversation.
        case thread(String)
    }

    /// Describes a mute.
    public init(id: MuteID, scope: Scope, until: Timestamp?, createdAt: Timestamp) {
        self.id = id
        self.scope = scope
        self.until = until
        self.createdAt = createdAt
    }

    /// Whether it has not ended.
    public func holds(at now: Timestamp) -> Bool { until.map { $0 > now } ?? true }

    /// Whether it silences a notification now.
    public func covers(category: CategoryID, thread: String?, at now: Timestamp) -> Bool {
        guard holds(at: now) else { return false }
        switch scope {
        case .all: return true
        case .category(let muted): return muted == category
        case .thread: return thread.map { scope.isSame(as: .thread($0)) } ?? false
        }
    }
}

extension Mute.Scope {
    /// Whether both are the same, threads by their bytes as every name: two forms of "é" are two threads.
    func isSame(as other: Self) -> Bool {
        if case .thread(let one) = self, case .thread(let other) = other { return one.utf8.elementsEqual(other.utf8) }
        return self == other
    }
}
