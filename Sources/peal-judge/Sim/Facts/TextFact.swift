/// The texts of a notification: sealed anew in each world, so that only how long they are can be compared.
struct TextFact: Sendable, Equatable {
    /// Bytes under seal of what the inbox and the push show.
    var length: Int
    /// Bytes under seal of what the push says as a digest; `nil` where it stands for itself.
    var digestLength: Int?
    /// Where a tap leads.
    var link: String
}
