import PealCore
import Testing

@Suite("Analytics equal a recount")
struct AnalyticsPropertyTests {
    /// What the events of a run mean by hours, read in pages of a size.
    private static func hours(_ run: AnalyticsRun, pages size: Int) throws -> [AnalyticsHour: [AnalyticsKey: Int]] {
        var counts: [AnalyticsHour: [AnalyticsKey: Int]] = [:]
        var facts = run.facts
        let catalog = try AnalyticsRun.catalog()
        for first in stride(from: 0, to: run.log.count, by: size) {
            let page = run.log[first..<min(first + size, run.log.count)]
            let reading = AnalyticsReading(page, facts: facts, catalog: catalog)
            facts.arrivals.merge(reading.arrivals) { $1 }
            for (hour, added) in reading.counts { counts[hour, default: [:]].merge(added, uniquingKeysWith: +) }
        }
        return counts
    }

    /// What the events of a run mean, read in pages of a size.
    private static func read(_ run: AnalyticsRun, pages size: Int) throws -> [AnalyticsKey: Int] {
        let hours = try hours(run, pages: size).values
        return hours.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }.filter { $0.value != 0 }
    }

    /// What is true of a run at its end, counted from its participants.
    private static func recount(_ run: AnalyticsRun) -> [AnalyticsKey: Int] {
        var counts: [AnalyticsKey: Int] = [:]
        func add(_ measure: AnalyticsMeasure, _ notification: AnalyticsRun.NotificationRun, _ channel: Channel) {
            let key = AnalyticsKey(
                measure,
                category: notification.facts.category,
                channel: channel,
                priority: notification.facts.priority
            )
            counts[key, default: 0] += 1
        }
        for notification in run.notifications {
            if notification.facts.isInApp {
                add(.sent, notification, .inApp)
                add(.accepted, notification, .inApp)
            }
            if notification.isPushed { add(.sent, notification, .push) }
            if let end = notification.states.last.flatMap({ AnalyticsMeasure(rawValue: $0.rawValue) }) {
                add(end, notification, .push)
            }
            if notification.isConfirmed { add(.confirmed, notification, .push) }
            if notification.isOpened { add(.opened, notification, .push) }
        }
        let late = run.late
        if late.all > 0 { counts[AnalyticsKey(.lateArrivals)] = late.all }
        if late.byAction > 0 { counts[AnalyticsKey(.lateByAction)] = late.byAction }
        return counts
    }

    @Test("of the raw log: deliveries and participants count as what they are at the end, whatever they were before")
    func recounts() async {
        await Property { AnalyticsRun(&$0) }.check(relevant: 100) { run in
            let counts = try Self.read(run, pages: 1_000).filter {
                ![.latency, .etaLatency].contains($0.key.measure)
            }
            try #require(counts == Self.recount(run))
            return !counts.isEmpty
        }
    }

    @Test("however the log is cut into pages")
    func pages() async {
        let runs = Property { choices in (AnalyticsRun(&choices), choices.integer(in: 1...7)) }
        await runs.check(relevant: 100) { run, size in
            let (pages, whole) = (try Self.hours(run, pages: size), try Self.hours(run, pages: 1_000))
            try #require(pages.mapValues(Self.counted).filter { !$0.value.isEmpty } == whole.mapValues(Self.counted))
            return run.log.count > size
        }
    }

    private static func counted(_ counts: [AnalyticsKey: Int]) -> [AnalyticsKey: Int] {
        counts.filter { $0.value != 0 }
    }

    @Test("in each hour no more late arrivals were announced by a quick reply than there were, and none is negative")
    func lateArrivals() async {
        await Property { AnalyticsRun(&$0) }.check(relevant: 20) { run in
            for counts in try Self.hours(run, pages: 3).values {
                let late = counts[AnalyticsKey(.lateArrivals)] ?? 0
                try #require((0...max(0, late)).contains(counts[AnalyticsKey(.lateByAction)] ?? 0) && late >= 0)
            }
            return run.late.all > 0
        }
    }

    @Test("and of a summary: its rows add up to the counts, and no rate is above one")
    func summary() async {
        await Property { AnalyticsRun(&$0) }.check(relevant: 100) { run in
            let counts = try Self.read(run, pages: 1_000)
            let whole = AnalyticsSummary(counts, by: [])
            let parts = AnalyticsSummary(counts, by: [.category, .channel, .priority])
            for measure in AnalyticsMeasure.allCases where measure != .latency && measure != .etaLatency {
                let sum = parts.rows.reduce(0) { $0 + $1[measure] }
                try #require(sum == whole.rows.reduce(0) { $0 + $1[measure] })
            }
            let rates = parts.rows.flatMap { [$0.acceptedRate, $0.confirmedRate] } + parts.opens.map(\.rate)
            try #require(rates.compactMap(\.self).allSatisfy { (0...1).contains($0) })
            try #require(parts.opens.reduce(0) { $0 + $1.opened } == run.notifications.count { $0.isOpened })
            try #require(parts.quickReplyUse == whole.quickReplyUse)
            try #require(whole.quickReplyUse.lateArrivals == run.late.all)
            try #require(whole.quickReplyUse.firstByAction == run.late.byAction)
            return !counts.isEmpty
        }
    }
}
