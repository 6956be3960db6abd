public import PealCore

/// What a firing becomes whose trigger was withdrawn.
public enum FiringChange: Sendable, Equatable {
    /// It still counts as fired, with a remark.
    case note(String)
    /// It is cancelled, and its time may fire again.
    case cancel(String, at: Timestamp)
}
