public import PealCore

/// The schedules of an app's catalog in force, read inside the transaction that plans by them.
///
/// A publication may come between the reading of a request and its write. Planned by the catalog that the request was read
/// under, an entity would keep those schedules: the publication has planned all entities by then, and does not come back.
public struct SchedulesInForce: Sendable, ExpressibleByArrayLiteral {
    private let read: @Sendable () -> [ScheduleRule]

    /// Reads them again each time.
    public init(_ read: @escaping @Sendable () -> [ScheduleRule]) { self.read = read }

    /// Schedules that never change.
    public init(arrayLiteral rules: ScheduleRule...) { read = { rules } }

    /// The schedules as they are now.
    public func callAsFunction() -> [ScheduleRule] { read() }
}
