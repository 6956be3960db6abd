/// What a push service does while a promise of its provider is checked.
public enum ServiceBehavior: Sendable, CaseIterable {
    /// It accepts every message, and as few at a time as it may.
    case accepts
    /// It keeps its answer to message 0 to itself, and accepts all others.
    case keepsFirst
    /// It answers nothing.
    case keepsAll
    /// It closes the connection instead of answering to message 5.
    case drops
    /// Nobody listens at its address.
    case isDown
}
