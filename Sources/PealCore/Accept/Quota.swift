/// How much of a sender limit's window is used (R160).
public struct Quota: Sendable, Hashable {
    /// Triggers that count in the window.
    public var used: Int

    /// A window with so many triggers in it.
    public init(used: Int) { self.used = used }

    /// What happens to a window.
    public enum Event: Sendable, Hashable {
        /// A trigger is to count in it, of which it holds `max` at most.
        case reserve(max: Int)
        /// A trigger that counted in it reaches nobody, and counts no longer.
        case release
    }

    /// The window after an event; `nil` when it is full, or has nothing to release.
    public func next(on event: Event) -> Quota? {
        switch event {
        case .reserve(let max): used < max ? Quota(used: used + 1) : nil
        case .release: used > 0 ? Quota(used: used - 1) : nil
        }
    }
}
