extension Reason {
    /// Whether a push with this reason was withdrawn before it left: by the backend, or because its entity does not ask for
    /// it any more or was deleted.
    var isCancel: Bool { self == .cancelled || self == .entityDeleted }
}
