import PealCore

/// Compares the clock with what the server keeps of it.
struct ClockRecordCheck {
    let now: Timestamp

    /// What is wrong; nothing when all is well, and when no server has run.
    func run(_ record: ClockRecord?) -> [DoctorFinding] {
        guard let record else { return [] }
        if let question = record.question {
            let times = ClockText.times(question)
            return [.fail(.clock, "the server's clock is in question: \(times); \(ClockText.remedy)")]
        }
        if record.latest - now > ClockState.tolerance {
            return [
                .fail(
                    .clock,
                    "the clock went back: it shows \(Zone.terminal.text(of: now)), and the server was already at "
                        + "\(Zone.terminal.text(of: record.latest)); \(ClockText.remedy)"
                )
            ]
        }
        guard now - record.latest > ClockState.tolerance else { return [] }
        return [
            .warn(
                .clock,
                "the clock shows \(Zone.terminal.text(of: now)), and the server was last at "
                    + "\(Zone.terminal.text(of: record.latest)): a start asks a push "
                    + "service, token service or key set whether that time passed; without an answer, run "
                    + "`peal clock accept` when the clock is right"
            )
        ]
    }
}
