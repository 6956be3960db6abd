/// How long this has been there, by a clock that no setting of the time moves.
struct Uptime: Sendable {
    private let begunAt = ContinuousClock.now

    func callAsFunction() -> Duration { begunAt.duration(to: .now) }
}
