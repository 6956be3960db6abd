/// A promise about the senders, and whether it held in this run.
struct SendersMark: Sendable {
    let promise: String
    let value: Double
    let least: Double
    let unit: String

    var holds: Bool { value >= least }
}
