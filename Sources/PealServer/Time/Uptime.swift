/// How long this has been there, by a clock that no setting of the time moves.
package struct Uptime: Sendable {
    private let begunAt = ContinuousClock.now

    package init() {}

    package func callAsFunction() -> Duration { begunAt.duration(to: .now) }
}
