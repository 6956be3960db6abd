/// A change did not find what it expects.
struct GuardFailed: Error {}

/// A group of which a guard failed, by the index of the change.
struct GroupFailed: Error {
    var index: Int
}

extension Int {
    /// Holds a statement to the number of rows it is expected to change.
    /// - Throws: ``GuardFailed``.
    func orFail(_ expected: Int = 1) throws {
        guard self == expected else { throw GuardFailed() }
    }
}
