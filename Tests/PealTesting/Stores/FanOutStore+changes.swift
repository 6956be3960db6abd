public import PealCore
public import PealStore

/// Changes to decisions, for tests of one kind of them.
extension FanOutStore where Self: ChangeStore {
    /// Writes decided pages one after another; one that fails takes no other along, and its error is thrown at the end.
    public func commit(_ pages: [FanOutPage]) async throws {
        var failure: (any Error)?
        for page in pages {
            do { _ = try await apply([FanOutPlan(page).group]) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Writes the second decisions of pushes that waited.
    public func release(_ releases: [ReleasedNotification]) async throws {
        _ = try await apply(releases.map { ChangeGroup(app: $0.app, [.redecide($0)]) })
    }

    /// Closes digest windows.
    public func close(_ windows: [ClosedWindow]) async throws {
        _ = try await apply(windows.map { ChangeGroup(app: $0.window.app, [.closeWindow($0)]) })
    }

    /// Lets digest windows that are due close later.
    public func postpone(_ windows: [DueWindow], now: Timestamp, until instant: Timestamp) async throws {
        _ = try await apply(
            windows.map { ChangeGroup(app: $0.app, [.postponeWindow($0, dueAt: now, until: instant)]) }
        )
    }

    /// Spreads held pushes of an app that are due over the seconds from an instant on.
    public func spreadHeld(of app: AppID, now: Timestamp, from start: Timestamp, perSecond: Int, limit: Int)
        async throws
    {
        let parts = ReleaseSpread.parts(of: limit, from: start, perSecond: perSecond)
        _ = try await apply([ChangeGroup(app: app, parts.map { .postponeHeld(dueAt: now, $0) })])
    }
}
