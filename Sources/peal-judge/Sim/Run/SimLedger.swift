import PealCore

/// What the judge was told and has seen, kept apart from the store: survives every crash of a life.
struct SimLedger {
    /// A trigger that intake acknowledged.
    struct Asked {
        var app: AppID
        var type: NotificationType
        var audience: Audience
        var cancelKey: String?
        /// Whether a cancel of it was acknowledged.
        var isCancelled = false
        /// Who must and who may be decided about, followed from the moment its fan-out begins.
        var must: Set<UserID>?
        var may: Set<UserID> = []
        var isChecked = false
        /// Rounds of decisions that passed while it was due.
        var rounds = 0
    }

    /// A push that was handed over to a provider.
    struct Handover {
        var life: Int
        var at: Timestamp
        var answer: SendOutcome?
        /// Whether its outcome was recorded and acknowledged.
        var isRecorded = false
    }

    /// What was seen of a decision.
    struct Seen {
        var id: NotificationID
        var person: Person
        var push: String
    }

    struct DecisionKey: Hashable {
        var trigger: TriggerID
        var user: UserID
    }

    /// What a cap counts by.
    struct SendKey: Hashable {
        var person: Person
        var type: TypeID
    }

    var asked: [TriggerID: Asked] = [:]
    /// In the order of their acknowledgement.
    var order: [TriggerID] = []
    var seen: [DecisionKey: Seen] = [:]
    /// Rows whose push waits for its time.
    var waiting: [Int64: DecisionKey] = [:]
    var lastRow: Int64 = 0
    var handovers: [DeliveryID: [Handover]] = [:]
    var tags: [NotificationID: String] = [:]
    var sends: [SendKey: [Timestamp]] = [:]
    /// People whose erasure a crash interrupted: it may have happened or not.
    var halfErased: Set<UserID> = []

    /// An erased person's rows are gone, and nobody has to be decided about who was erased meanwhile.
    mutating func erase(_ person: Person) {
        for (key, known) in seen where known.person == person { seen[key] = nil }
        for (row, key) in waiting where seen[key] == nil { waiting[row] = nil }
        for id in order where asked[id]?.app == person.app { asked[id]?.must?.remove(person.user) }
        for key in sends.keys where key.person == person { sends[key] = nil }
    }
}
