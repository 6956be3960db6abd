/// The texts of a notification: sealed differently in each world, so that only their lengths can be compared.
struct TextFact: Sendable, Equatable {
    /// Bytes under seal of what the inbox and the push show.
    var length: Int
    /// Bytes under seal of what the push says as a digest; `nil` where it stands for itself.
    var digestLength: Int?
    /// Where a tap leads.
    var link: String
}
