/// One statement the judge made to the server, however often it sent it.
struct TriggerRequest: Sendable {
    /// What kind of audience it has.
    enum Audience: Sendable, Equatable {
        case owner(String)
        /// Everybody in an organisation.
        case members(String)
    }

    let number: Int
    let app: String
    let audience: Audience
    /// What it is about; a new one for each statement.
    let entity: String
    let body: [UInt8]
    let idempotencyKey: String?
    /// The trigger the server named; the first answer's.
    var id: String?
    /// Sent, and the connection died before the answer.
    var lostAnswers = 0
    /// Answered as no statement may be: a violation, and not sent again.
    var isBroken = false
    /// On its way now.
    var isBusy = true
}
