import PealCore
import Testing

@Suite("Analytics equal a recount")
struct AnalyticsPropertyTests {
    /// What the events of a story mean, read in pages of a size.
    private static func read(_ story: AnalyticsStory, pages size: Int) -> [AnalyticsKey: Int] {
        var counts: [AnalyticsKey: Int] = [:]
        for first in stride(from: 0, to: story.log.count, by: size) {
            let page = story.log[first..<min(first + size, story.log.count)]
            let reading = AnalyticsReading(page, facts: story.facts, catalog: nil)
            for hour in reading.counts.values { counts.merge(hour, uniquingKeysWith: +) }
        }
        return counts.filter { $0.value != 0 }
    }

    /// What is true of a story at its end, counted from its lives.
    private static func recount(_ story: AnalyticsStory) -> [AnalyticsKey: Int] {
        var counts: [AnalyticsKey: Int] = [:]
        func add(_ measure: AnalyticsMeasure, _ life: AnalyticsStory.Life, _ channel: Channel) {
            let key = AnalyticsKey(
                measure,
                category: life.facts.category,
                channel: channel,
                priority: life.facts.priority
            )
            counts[key, default: 0] += 1
        }
        for life in story.lives {
            if life.facts.isInApp {
                add(.sent, life, .inApp)
                add(.accepted, life, .inApp)
            }
            if life.isPushed { add(.sent, life, .push) }
            if let end = life.states.last.flatMap({ AnalyticsMeasure(rawValue: $0.rawValue) }) { add(end, life, .push) }
            if life.isConfirmed { add(.confirmed, life, .push) }
            if life.isOpened { add(.opened, life, .push) }
        }
        return counts
    }

    @Test("of the raw log: every delivery counts as what it is at the end, whatever it was before")
    func recounts() async {
        await Property { AnalyticsStory(&$0) }.check { story in
            let counts = Self.read(story, pages: 1_000).filter { $0.key.measure != .latency }
            try #require(counts == Self.recount(story))
        }
    }

    @Test("however the log is cut into pages")
    func pages() async {
        await Property { choices in (AnalyticsStory(&choices), choices.integer(in: 1...7)) }.check { story, size in
            try #require(Self.read(story, pages: size) == Self.read(story, pages: 1_000))
        }
    }

    @Test("and of a summary: its rows add up to the counts, and no rate is above one")
    func summary() async {
        await Property { AnalyticsStory(&$0) }.check { story in
            let counts = Self.read(story, pages: 1_000)
            let whole = AnalyticsSummary(counts, by: [])
            let parts = AnalyticsSummary(counts, by: [.category, .channel, .priority])
            for measure in AnalyticsMeasure.allCases where measure != .latency && measure != .etaLatency {
                let sum = parts.rows.reduce(0) { $0 + $1[measure] }
                try #require(sum == whole.rows.reduce(0) { $0 + $1[measure] })
            }
            let rates = parts.rows.flatMap { [$0.acceptedRate, $0.confirmedRate] } + parts.opens.map(\.rate)
            try #require(rates.compactMap(\.self).allSatisfy { (0...1).contains($0) })
            try #require(parts.opens.reduce(0) { $0 + $1.opened } == story.lives.count { $0.isOpened })
        }
    }
}
