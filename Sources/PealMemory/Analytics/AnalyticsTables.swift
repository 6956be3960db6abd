import PealCore
import PealStore

/// The analytics of one app: what each page of the event log meant, and the counts of each hour.
package struct AnalyticsTables: Sendable, Equatable {
    /// Rows in the order in which they were kept.
    private(set) var rows: [Row] = []
    private(set) var counts: [AnalyticsHour: [AnalyticsKey: Int]] = [:]
    private var arrivals: [Arrival.Key: KeptArrival] = [:]

    struct Row: Sendable, Equatable {
        /// The number of the row, from 1.
        var number: Int64
        var at: Timestamp
        var events: [AnalyticsEvent]
    }

    private struct KeptArrival: Sendable, Equatable {
        var arrival: Arrival
        /// The hour of its last change.
        var changed: AnalyticsHour
    }

    /// Keeps a batch, with what is known of users who have not been erased.
    mutating func keep(_ batch: AnalyticsBatch, as number: Int64, isErased: (UserID) -> Bool) {
        if !batch.events.isEmpty { rows.append(Row(number: number, at: batch.at, events: batch.events)) }
        for (hour, added) in batch.counts {
            counts[hour, default: [:]].merge(added, uniquingKeysWith: +)
        }
        for (key, arrival) in batch.arrivals where !isErased(key.user) {
            arrivals[key] = KeptArrival(arrival: arrival, changed: AnalyticsHour(of: batch.at))
        }
    }

    /// What is known of a participant.
    func arrival(of key: Arrival.Key) -> Arrival? { arrivals[key]?.arrival }

    /// Forgets what is known of a user at all events.
    mutating func forgetArrivals(of user: UserID) { arrivals = arrivals.filter { $0.key.user != user } }

    /// The counts of some hours, added by their keys.
    func counts(within hours: Range<AnalyticsHour>) -> [AnalyticsKey: Int] {
        counts.filter { hours.contains($0.key) }.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    }

    /// Takes the name of a user out of every event.
    mutating func erase(_ user: UserID) {
        for row in rows.indices {
            for index in rows[row].events.indices {
                guard case .dashboardViewed(let ref, host: user, let participants) = rows[row].events[index].fact
                else { continue }
                rows[row].events[index].fact = .dashboardViewed(ref, host: nil, participants: participants)
            }
        }
    }

    /// Deletes what is past its time; how many rows.
    mutating func sweep(now: Timestamp, limit: Int) -> Int {
        let old = min(rows.prefix { $0.at < now - AnalyticsRetention.events }.count, limit)
        rows.removeFirst(old)
        let oldest = AnalyticsHour(of: now - AnalyticsRetention.counts)
        var deleted = old
        for hour in counts.keys.filter({ $0 < oldest }) where deleted < limit {
            deleted += counts.removeValue(forKey: hour)?.count ?? 0
        }
        for key in arrivals.filter({ $0.value.changed < oldest }).keys where deleted < limit {
            arrivals[key] = nil
            deleted += 1
        }
        return min(deleted, limit)
    }
}
