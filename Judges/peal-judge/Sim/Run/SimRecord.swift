import PealCore

/// What the judge was answered and has seen, kept apart from the store: survives every crash.
struct SimRecord {
    /// A trigger that intake acknowledged.
    struct Asked {
        var app: AppID
        var type: NotificationType
        var audience: Audience
        var cancelKey: String?
        /// Whether a cancel of it was acknowledged.
        var isCancelled = false
        /// Whether a caller began to cancel it, with or without an answer.
        var mayBeCancelled = false
        /// Who must and who may be decided about, followed from the moment its fan-out begins.
        var must: Set<UserID>?
        var may: Set<UserID> = []
        var isChecked = false
        /// Rounds of decisions that passed while it was due.
        var rounds = 0
        /// When it was acknowledged, and from when it may be decided about; `nil` from the beginning.
        var acceptedAt = Timestamp(milliseconds: 0)
        var notBefore: Timestamp?
        /// The local time at which each user gets it.
        var local: LocalDateTime?
        /// What sender limits count it by; no instant when that is not known for sure.
        var actor: UserID?
        var organisation: String?
        var countsAt: Timestamp?
        var isDigested = false
        /// Users erased since it was acknowledged: an audience that named them does not any more.
        var erased: Set<UserID> = []
        /// How often an operator resumed it, or tried to.
        var resumes = 0
        /// Whether retention has taken it, late enough.
        var isSwept = false

        /// The users of the audience that it means for sure: an erased one is named no more, but may be a member again.
        func stillNamed(_ recipients: Set<UserID>) -> Set<UserID> {
            guard case .users = audience else { return recipients }
            return recipients.subtracting(erased)
        }
    }

    /// A request that named an idempotency key.
    struct Request {
        var app: AppID
        var key: String
        var plans: [TriggerPlan]
        var at: Timestamp
        /// What it was answered; `nil` when the process died over it.
        var answer: String?
    }

    /// A receipt that a push service gave, and what it will say of it.
    struct Receipt {
        var delivery: DeliveryID
        var app: AppID
        /// `nil` is that it never says.
        var verdict: SendOutcome?
        /// Times that it is asked in vain.
        var silences: Int
        /// Whether it was asked in vain at least once, so that it may be forgotten.
        var isExcused = false
    }

    /// A push that was handed over to a provider.
    struct Handover {
        var process: Int
        /// The step at which it was: the clock may be set back after it.
        var step: Int
        var answer: SendOutcome?
        /// Whether its outcome was recorded and acknowledged.
        var isRecorded = false
        var receipt: String?
        /// Whether it stood for others.
        var isSummary = false
    }

    /// When a device said what it shows.
    struct Synced {
        var step: Int
        var at: Timestamp
    }

    /// What was seen of a decision.
    struct Seen {
        var id: NotificationID
        var userKey: UserKey
        var push: String
        var at: Timestamp
    }

    struct DecisionKey: Hashable {
        var trigger: TriggerID
        var user: UserID
    }

    /// What a cap counts by.
    struct SendKey: Hashable {
        var userKey: UserKey
        var type: TypeID
    }

    var asked: [TriggerID: Asked] = [:]
    /// In the order of their acknowledgement.
    var order: [TriggerID] = []
    var seen: [DecisionKey: Seen] = [:]
    /// Every decision that was ever seen, also of users who were erased since.
    var known: Set<NotificationID> = []
    /// Decisions whose push waits for its time.
    var waiting: [NotificationID: DecisionKey] = [:]
    var handovers: [DeliveryID: [Handover]] = [:]
    /// The last summary that left for a notification; a summary's own too.
    var summaries: [NotificationID: NotificationID] = [:]
    /// Notifications whose push stood for others when it left last.
    var asSummary: Set<NotificationID> = []
    var tags: [NotificationID: String] = [:]
    var tokens = TokenOwners()
    /// When each device said what it shows.
    var syncs: [DeviceID: [Synced]] = [:]
    /// Pushes that a device said it shows.
    var confirmed: Set<DeliveryID> = []
    /// Pushes that were sent once more after they were accepted.
    var redelivered: Set<DeliveryID> = []
    var sends: [SendKey: [Timestamp]] = [:]
    var requests: [Request] = []
    var receipts: [String: Receipt] = [:]
    /// Triggers with a decision about at least one user.
    var decided: Set<TriggerID> = []
    /// Who holds an occurrence that is sent once.
    var once: [String: TriggerID] = [:]
    /// Decisions that retention has taken, late enough.
    var swept: Set<DecisionKey> = []
    /// Triggers that fired by themselves.
    var fired: Set<TriggerID> = []
    /// Triggers that were seen to wait for users who join.
    var opened: Set<TriggerID> = []
    /// Triggers whose entity was deleted after them, with how often each had been resumed by then.
    var entityGone: [TriggerID: Int] = [:]
    /// When a backend last began to delete an entity, by app and entity.
    var deletedAt: [String: Timestamp] = [:]
    /// When a user's facts changed last, as far as they may place them elsewhere.
    var changed: [UserKey: Timestamp] = [:]
    /// Users whose erasure a crash interrupted: it may have happened or not.
    var halfErased: Set<UserID> = []
    /// Users who were erased at some time, or perhaps were.
    var erased: Set<UserKey> = []
    /// Every erasure so far, in order.
    private(set) var erasures: [UserKey] = []

    /// An erased user's rows are gone, and nobody has to be decided about who was erased meanwhile.
    mutating func erase(_ userKey: UserKey) {
        erased.insert(userKey)
        for (key, known) in seen where known.userKey == userKey { seen[key] = nil }
        for (id, key) in waiting where seen[key] == nil { waiting[id] = nil }
        unname(userKey)
        for key in sends.keys where key.userKey == userKey { sends[key] = nil }
    }

    /// An erasure takes a user out of the audiences that name them; whether it happened before a crash is not known.
    mutating func unname(_ userKey: UserKey) {
        erasures.append(userKey)
        for id in order where asked[id]?.app == userKey.app {
            asked[id]?.must?.remove(userKey.user)
            asked[id]?.erased.insert(userKey.user)
            // What was counted for them is forgotten with them.
            if asked[id]?.actor == userKey.user { asked[id]?.countsAt = nil }
        }
    }
}
