import PealCore
import PealStore

/// Writes numbers in the Prometheus text format.
struct MetricsText {
    private(set) var text = ""

    mutating func counter(_ name: String, _ help: String, _ value: Int) { single(name, help, "counter", value) }

    mutating func gauge(_ name: String, _ help: String, _ value: Int) { single(name, help, "gauge", value) }

    mutating func family(_ name: String, _ help: String, _ kind: String, label: String, _ values: [(String, Int)]) {
        head(name, help, kind)
        for (value, count) in values.sorted(by: { $0.0 < $1.0 }) { text += "\(name){\(label)=\"\(value)\"} \(count)\n" }
    }

    /// Attempts are keyed `provider/outcome`; pairs never seen are left out.
    mutating func attempts(_ name: String, _ help: String, _ values: [(String, Int)]) {
        head(name, help, "counter")
        for (key, count) in values.sorted(by: { $0.0 < $1.0 }) where count > 0 {
            let parts = key.split(separator: "/")
            guard parts.count == 2 else { continue }
            text += "\(name){provider=\"\(parts[0])\",outcome=\"\(parts[1])\"} \(count)\n"
        }
    }

    mutating func withoutRecipients(_ counts: [UnreachedTriggers: Int]) {
        let name = "peal_triggers_without_recipients_total"
        head(name, "Triggers that had no recipients when they were accepted.", "counter")
        let lines = counts.map { key, count in
            "\(name){app=\"\(key.app)\",type=\"\(key.type)\",priority=\"\(key.priority.rawValue)\"} \(count)\n"
        }
        text += lines.sorted().joined()
    }

    mutating func lanes(_ gauge: LaneGauge, _ lanes: [LaneStanding]) {
        head(gauge.rawValue, gauge.help, "gauge")
        for standing in lanes {
            let lane = standing.lane
            text +=
                "\(gauge.rawValue){app=\"\(lane.app)\",provider=\"\(lane.provider)\"} \(gauge.value(of: standing))\n"
        }
    }

    mutating func openDeliveries(_ counts: [LaneKey: Int]) {
        head("peal_lane_deliveries_open", "Deliveries that wait or are in flight, by app and provider.", "gauge")
        for (lane, count) in counts.sorted(by: { $0.key < $1.key }) {
            text += "peal_lane_deliveries_open{app=\"\(lane.app)\",provider=\"\(lane.provider)\"} \(count)\n"
        }
    }

    mutating func people(_ counts: [AppID: Int], _ fatigue: [CategoryFatigue]) {
        head("peal_people", "Users.", "gauge")
        for (app, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            text += "peal_people{app=\"\(app)\"} \(count)\n"
        }
        head("peal_category_opted_out", "Users who switched a category or its pushes off.", "gauge")
        for one in fatigue {
            text += "peal_category_opted_out{app=\"\(one.app)\",category=\"\(one.category)\"} \(one.optedOut)\n"
        }
    }

    mutating func alerts(_ alerts: [AppID: [Alert]]) {
        let name = "peal_alert_firing"
        head(name, "1 for each alert that has fired and is not resolved.", "gauge")
        for (app, alerts) in alerts.sorted(by: { $0.key < $1.key }) {
            for key in alerts.filter(\.isFiring).map(\.key).sorted() {
                text += "\(name){app=\"\(app)\",rule=\"\(key.rule.rawValue)\",subject=\"\(key.subject)\"} 1\n"
            }
        }
    }

    private mutating func single(_ name: String, _ help: String, _ kind: String, _ value: Int) {
        head(name, help, kind)
        text += "\(name) \(value)\n"
    }

    private mutating func head(_ name: String, _ help: String, _ kind: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }
}
