/// What happened in one seed or in many.
struct SimTally: Sendable {
    var seeds = 0
    var virtualTime = Duration.zero
    var steps = 0
    var crashes = 0
    var triggers = 0
    var duplicates = 0
    var refused = 0
    var cancels = 0
    var moves = 0
    var publications = 0
    var fired = 0
    /// Users who joined after a firing, and were reminded.
    var joined = 0
    var swept = 0
    var decisions = 0
    var held = 0
    var digested = 0
    var pushes = 0
    var late = 0
    var summaries = 0
    /// Late pushes that left by themselves, and might have had to be part of a summary.
    var singles = 0
    /// Of these, those that a summary stood for before.
    var returned = 0
    var syncs = 0
    var interludes = 0
    /// Devices and users that were taken away while a push waited for them.
    var revocations = 0
    /// Those that were taken away between the claim of a push and its hand-over.
    var overtaken = 0
    /// Entities that were deleted, and those of them about which something was still to be sent.
    var deletions = 0
    var withdrawals = 0

    mutating func add(_ other: SimTally) {
        seeds += other.seeds
        virtualTime += other.virtualTime
        steps += other.steps
        crashes += other.crashes
        triggers += other.triggers
        duplicates += other.duplicates
        refused += other.refused
        cancels += other.cancels
        moves += other.moves
        publications += other.publications
        fired += other.fired
        joined += other.joined
        swept += other.swept
        decisions += other.decisions
        held += other.held
        digested += other.digested
        pushes += other.pushes
        late += other.late
        summaries += other.summaries
        singles += other.singles
        returned += other.returned
        syncs += other.syncs
        interludes += other.interludes
        revocations += other.revocations
        overtaken += other.overtaken
        deletions += other.deletions
        withdrawals += other.withdrawals
    }

    /// What a report lists.
    var figures: [(String, Int)] {
        [
            ("virtual hours", Int(virtualTime.components.seconds / 3_600)), ("steps", steps), ("crashes", crashes),
            ("changes in between", interludes), ("devices and users taken from waiting pushes", revocations),
            ("the same between claim and hand-over", overtaken), ("triggers accepted", triggers),
            ("duplicates", duplicates),
            ("refused", refused), ("cancels", cancels), ("moved or resumed", moves),
            ("catalogs published", publications),
            ("fired by themselves", fired), ("reminded late", joined), ("rows swept in time", swept),
            ("decisions", decisions), ("held", held),
            ("digested", digested), ("pushes handed over", pushes), ("of these late", late),
            ("of these summaries", summaries), ("late single pushes that could be summarised", singles),
            ("of these from a summary that ended", returned),
            ("silent sync pushes", syncs),
            ("entities deleted", deletions), ("of these with something to send", withdrawals),
        ]
    }
}
