import PealCore
import PealEngine

extension AnalyticsPage.Item {
    /// The event's name and time, whether a client claims it, and its members.
    func write(to writer: inout JSONWriter, name: (CategoryID) -> String) {
        writer.object { writer in
            writer.member("event", event.name)
            writer.member("at", event.at)
            writer.member("claimed", event.isClaimed)
            for member in event.members(of: user, name: name) { writer.member(member.name, member.value) }
        }
    }
}

extension AnalyticsReport {
    func write(
        to writer: inout JSONWriter,
        by dimensions: Set<AnalyticsSummary.Dimension>,
        name: (CategoryID) -> String
    ) {
        writer.object { writeMembers(to: &$0, by: dimensions, name: name) }
    }

    /// The figures as members of an object.
    func writeMembers(
        to writer: inout JSONWriter,
        by dimensions: Set<AnalyticsSummary.Dimension>,
        name: (CategoryID) -> String
    ) {
        writer.member("from", hours.lowerBound.start)
        writer.member("to", hours.upperBound.start)
        writer.member("by", AnalyticsSummary.Dimension.allCases.filter(dimensions.contains).map(\.rawValue))
        writer.array("deliveries", summary.rows) { $1.write(to: &$0, name: name) }
        writer.array("opens", summary.opens) { $1.write(to: &$0, name: name) }
        writer.array("optOuts", optOuts) { writer, optOut in
            writer.object { writer in
                writer.member("category", name(optOut.category))
                writer.member("users", users)
                writer.member("optedOut", optOut.optedOut)
                writer.rate("rate", AnalyticsSummary.rate(optOut.optedOut, of: users))
            }
        }
        writer.figures("etaLatency", summary.etaLatency)
        writer.object("quickReplyUse") { summary.quickReplyUse.write(to: &$0) }
    }
}

extension AnalyticsSummary.QuickReplyUse {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("lateArrivals", lateArrivals)
        writer.member("firstByAction", firstByAction)
        writer.rate("rate", rate)
    }
}

extension AnalyticsSummary.Row {
    func write(to writer: inout JSONWriter, name: (CategoryID) -> String) {
        writer.object { writer in
            writer.member("category", category.map(name))
            writer.member("channel", channel?.eventName)
            writer.member("priority", priority?.rawValue)
            let measures: [AnalyticsMeasure] = [.sent, .accepted, .failed, .expired, .unknown, .confirmed, .opened]
            for measure in measures { writer.member(measure.rawValue, self[measure]) }
            writer.rate("acceptedRate", acceptedRate)
            writer.rate("confirmedRate", confirmedRate)
            writer.figures("latency", latency)
        }
    }
}

extension AnalyticsSummary.Opens {
    func write(to writer: inout JSONWriter, name: (CategoryID) -> String) {
        writer.object { writer in
            writer.member("category", name(category))
            writer.member("priority", priority.rawValue)
            writer.member("confirmed", confirmed)
            writer.member("opened", opened)
            writer.rate("rate", rate)
        }
    }
}

extension JSONWriter {
    /// Writes a share to four places; `null` of nothing.
    fileprivate mutating func rate(_ name: String, _ rate: Double?) {
        member(name, rate.map { JSONValue.number(($0 * 10_000).rounded() / 10_000) } ?? .null)
    }

    /// Writes what a histogram says, in milliseconds; `null` of an empty one.
    fileprivate mutating func figures(_ name: String, _ figures: LatencyFigures?) {
        guard let figures else { return member(name, JSONValue.null) }
        object(name) { writer in
            writer.member("count", figures.count)
            writer.member("mean", Int(figures.mean.wholeMilliseconds))
            writer.member("p50", Int(figures.p50.wholeMilliseconds))
            writer.member("p95", Int(figures.p95.wholeMilliseconds))
            writer.member("p99", Int(figures.p99.wholeMilliseconds))
        }
    }
}
