/// What one check looked at, and what it found broken.
struct Finding: Sendable {
    let promise: String
    var checked = 0
    private(set) var broken = 0
    /// The first few.
    private(set) var examples: [String] = []

    init(_ promise: String) { self.promise = promise }

    /// Counts one more thing looked at; `nil` is as promised.
    mutating func note(_ violation: String?) {
        checked += 1
        guard let violation else { return }
        broken += 1
        if examples.count < 5 { examples.append(violation) }
    }
}
