/// How long a round of fan-out may be on this machine, as the rounds before it showed.
///
/// What is urgent waits for the end of a round: so rounds are bounded by time, and a slow or busy machine takes shorter ones.
struct RoundPace {
    /// A round that took longer makes the next one shorter.
    static let longest = Duration.milliseconds(50)
    /// Recipients of the shortest round.
    static let fewest = 64

    /// Recipients that the next round decides.
    private(set) var recipients = RoundShares.recipients

    /// Triggers that the next round takes up.
    var width: Int { recipients / RoundShares.least }

    /// Learns how long a round took.
    mutating func note(_ decided: Int, in time: Duration) {
        if time > Self.longest, decided >= Self.fewest / 2 {
            recipients = max(Self.fewest, recipients / 2)
        } else if time < Self.longest / 2 {
            recipients = min(RoundShares.recipients, recipients * 2)
        }
    }
}
