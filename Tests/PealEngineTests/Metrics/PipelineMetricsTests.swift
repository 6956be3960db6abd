import PealCore
import Testing

@testable import PealEngine

@Suite("The numbers of the pipeline")
struct PipelineMetricsTests {
    private static func text(_ metrics: PipelineMetrics) -> String {
        metrics.text(backlogs: [:], queues: QueueRegistry(maximumInFlight: 1, limits: [:]))
    }

    @Test("their names and order stay as dashboards know them; former names come last")
    func names() {
        let types = Self.text(PipelineMetrics()).split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
            .map { String($0.dropFirst("# TYPE ".count)) }
        #expect(
            types == [
                "peal_triggers_accepted_total counter",
                "peal_triggers_duplicate_total counter",
                "peal_triggers_rejected_total counter",
                "peal_triggers_without_recipients_total counter",
                "peal_schedules_failed_total counter",
                "peal_audit_claims_total counter",
                "peal_triggers_backlog gauge",
                "peal_fan_out_pages_total counter",
                "peal_decisions_total counter",
                "peal_push_decisions_total counter",
                "peal_push_attempts_total counter",
                "peal_deliveries_ended_total counter",
                "peal_deliveries_in_flight gauge",
                "peal_queue_in_flight gauge",
                "peal_queue_paused gauge",
                "peal_queue_breaker_open gauge",
                "peal_queue_token_breaker_open gauge",
                "peal_queue_deliveries_open gauge",
                "peal_users gauge",
                "peal_devices gauge",
                "peal_category_opted_out gauge",
                "peal_alert_firing gauge",
                "peal_devices_swept_total counter",
                "peal_devices_addresses_pending_total counter",
                "peal_retention_dropped_total counter",
                "peal_otlp_exported_total counter",
                "peal_otlp_dropped_total counter",
                "peal_otlp_failures_total counter",
                "peal_otlp_behind_rows gauge",
                "peal_hints_ignored_total counter",
                "peal_alert_messages_total counter",
                "peal_loop_errors_total counter",
                "peal_accept_seconds histogram",
                "peal_decide_seconds histogram",
                "peal_commit_seconds histogram",
                "peal_transactions_repeated_total counter",
                "peal_delivery_seconds histogram",
            ]
        )
    }

    @Test("numbers with labels stand as they did")
    func labels() {
        let metrics = PipelineMetrics()
        metrics.acceptedWithoutRecipients("news", .critical, of: "b")
        metrics.acceptedWithoutRecipients("news", .low, of: "a")
        metrics.acceptedWithoutRecipients("news", .low, of: "a")
        metrics.inFlight(5)
        metrics.inFlight(-2)
        let text = metrics.text(
            backlogs: ["b": 1, "a": 2],
            queues: QueueRegistry(maximumInFlight: 1, limits: [:]),
            open: [QueueKey(app: "b", provider: .fcm): 3, QueueKey(app: "a", provider: .apns): 4],
            users: ["a": 9]
        )
        let expected = [
            """
            # HELP peal_triggers_without_recipients_total Triggers that had no recipients when they were accepted.
            # TYPE peal_triggers_without_recipients_total counter
            peal_triggers_without_recipients_total{app="a",type="news",priority="low"} 2
            peal_triggers_without_recipients_total{app="b",type="news",priority="critical"} 1

            """,
            """
            # HELP peal_triggers_backlog Triggers waiting for fan-out, by app.
            # TYPE peal_triggers_backlog gauge
            peal_triggers_backlog{app="a"} 2
            peal_triggers_backlog{app="b"} 1

            """,
            """
            # TYPE peal_deliveries_in_flight gauge
            peal_deliveries_in_flight 3

            """,
            """
            # TYPE peal_queue_deliveries_open gauge
            peal_queue_deliveries_open{app="a",provider="apns"} 4
            peal_queue_deliveries_open{app="b",provider="fcm"} 3
            # HELP peal_users Users.
            # TYPE peal_users gauge
            peal_users{app="a"} 9

            """,
        ]
        for part in expected { #expect(text.contains(part), "\(part)") }
    }

    @Test("attempts through a provider that is not built in are counted")
    func anyProvider() {
        let metrics = PipelineMetrics()
        #expect(!Self.text(metrics).contains("peal_push_attempts_total{"))
        let queue = QueueKey(app: "shop", provider: ProviderID(rawValue: "acme"))
        let acme = metrics.provider(queue)
        acme.attempted(.accepted(receipt: nil))
        acme.attempted(.accepted(receipt: "r"))
        acme.attempted(.unknown(reason: "lost"))
        acme.latency.record(.milliseconds(40))
        metrics.provider(queue).attempted(.accepted(receipt: nil))
        metrics.provider(QueueKey(app: "gss", provider: queue.provider)).attempted(.gone(reason: "410", since: nil))
        let text = Self.text(metrics)
        #expect(
            text.contains(
                """
                # TYPE peal_push_attempts_total counter
                peal_push_attempts_total{app="gss",provider="acme",outcome="gone"} 1
                peal_push_attempts_total{app="shop",provider="acme",outcome="accepted"} 3
                peal_push_attempts_total{app="shop",provider="acme",outcome="unknown"} 1
                # HELP
                """
            )
        )
        #expect(text.contains(#"peal_delivery_seconds_bucket{app="shop",provider="acme",le="0.05"} 1"#))
        #expect(text.contains(#"peal_delivery_seconds_count{app="shop",provider="acme"} 1"#))
    }

    @Test("what an app's triggers come to is counted by app, with zeros from the start")
    func byApp() {
        let metrics = PipelineMetrics()
        _ = metrics.app("a")
        metrics.app("b").taken(.accepted(TriggerID(UUIDv7(milliseconds: 1, random: (1, 1)))))
        metrics.app("b").rejected.increment(by: 2)
        metrics.app("b").decided(.held)
        metrics.app("b").ended(.failed)
        let lines = Self.text(metrics).split(separator: "\n")
        for line in [
            #"peal_triggers_accepted_total{app="a"} 0"#, #"peal_triggers_accepted_total{app="b"} 1"#,
            #"peal_triggers_duplicate_total{app="b"} 0"#, #"peal_triggers_rejected_total{app="b"} 2"#,
            #"peal_decisions_total{app="b",verdict="held"} 1"#, #"peal_decisions_total{app="a",verdict="held"} 0"#,
            #"peal_deliveries_ended_total{app="b",state="failed"} 1"#,
        ] { #expect(lines.contains { $0 == line }, "\(line)") }
    }
}
