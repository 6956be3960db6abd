import PealCore
import PealStore

/// Gauges that are read from the store and the queues when the text is asked for.
struct PipelineReadings {
    var backlogs: [AppID: Int]
    var queues: [QueueStatus]
    var open: [QueueKey: Int]
    var users: [AppID: Int]
    var optOuts: [CategoryOptOuts]
    var devices: [DeviceCount]
    var alerts: [AppID: [Alert]]

    /// Declares those that stand together in the text.
    static func declare(in registry: MetricsRegistry) {
        for gauge in QueueGauge.allCases { registry.declare(gauge.rawValue, gauge.help, .gauge) }
        registry.declare(
            "peal_queue_deliveries_open",
            "Deliveries that wait or are in flight, by app and provider.",
            .gauge
        )
        registry.declare("peal_users", "Users.", .gauge)
        registry.declare("peal_devices", "Devices that are not revoked, by app, provider and state.", .gauge)
        registry.declare("peal_category_opted_out", "Users who switched a category or its pushes off.", .gauge)
        registry.declare("peal_alert_firing", "1 for each alert that has fired and is not resolved.", .gauge)
    }

    /// The numbers of each, in the order of the text.
    var samples: [String: [MetricSample]] {
        var samples: [String: [MetricSample]] = [
            "peal_triggers_backlog": Self.byApp(backlogs),
            "peal_queue_deliveries_open": open.sorted { $0.key < $1.key }.map { MetricSample(Self.labels($0), $1) },
            "peal_users": Self.byApp(users),
            "peal_category_opted_out": optOuts.map { one in
                MetricSample([("app", "\(one.app)"), ("category", "\(one.category)")], one.optedOut)
            },
            "peal_devices": devices.map { one in
                let labels = [("app", "\(one.app)"), ("provider", "\(one.provider)"), ("state", one.state.rawValue)]
                return MetricSample(labels, one.count)
            },
            "peal_alert_firing": firing,
        ]
        for gauge in QueueGauge.allCases {
            samples[gauge.rawValue] = queues.map { MetricSample(Self.labels($0.queue), gauge.value(of: $0)) }
        }
        return samples
    }

    private var firing: [MetricSample] {
        alerts.sorted { $0.key < $1.key }.flatMap { app, alerts in
            alerts.filter(\.isFiring).map(\.key).sorted().map { key in
                MetricSample([("app", "\(app)"), ("rule", key.rule.rawValue), ("subject", key.subject)], 1)
            }
        }
    }

    private static func byApp(_ counts: [AppID: Int]) -> [MetricSample] {
        counts.sorted { $0.key < $1.key }.map { MetricSample([("app", $0.rawValue)], $1) }
    }

    private static func labels(_ queue: QueueKey) -> [(String, String)] {
        [("app", "\(queue.app)"), ("provider", "\(queue.provider)")]
    }
}
