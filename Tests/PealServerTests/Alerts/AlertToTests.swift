import Foundation
import PealCore
import PealCrypto
import PealEngine
import Testing

@testable import PealServer

@Suite("Alerts reach a person: a hook, a chat and an incident service")
struct AlertToTests {
    private static let (hook, slack, pagerDuty) = ("/hook", "/services/T0/B0/x", "/v2/enqueue")
    private static let key = "0123456789abcdef0123456789abcdef"
    private static let firing = "{rule: malformed-triggers, minimum: 1}"
    private static let off = "{rule: malformed-triggers, enabled: false}"

    /// Lines of `peal.yaml` with one destination of each kind.
    private static func lines(_ port: Int, secret: WebhookSecret) -> String {
        """
        publicURL: https://push.example/peal
        docsURL: https://git.example/peal/blob/main
        alertTo:
          - hook: http://127.0.0.1:\(port)\(hook)
            secret: \(secret.text)
            allow: ["http://127.0.0.1:\(port)"]
          - slackFile: slack.txt
            allow: ["http://127.0.0.1:\(port)"]
          - pagerduty: \(key)
            endpoint: http://127.0.0.1:\(port)

        """
    }

    /// Runs a test on an installation with a receiver, whose backend has sent triggers that break a rule.
    private static func run(_ body: (ClockWorld, AlertReceiver, WebhookSecret) async throws -> Void) async throws {
        try await AlertReceiver.run { receiver in
            try await ClockWorld.with { world in
                let secret = WebhookSecret.generate()
                try world.write("http://127.0.0.1:\(receiver.port)\(slack)\n", to: "slack.txt")
                try world.configure(server: lines(receiver.port, secret: secret))
                try world.alert(firing)
                try await world.serve { edge in
                    for _ in 0..<2 {
                        let answer = try await edge.call("POST", "/api/v1/triggers", key: world.key.text, body: "{}")
                        #expect(answer.status == 422)
                    }
                }
                try await body(world, receiver, secret)
            }
        }
    }

    private static let paths = [hook, slack, pagerDuty]

    @Test("each gets one message when an alert fires and one when it is resolved, over restarts")
    func once() async throws {
        try await Self.run { world, receiver, secret in
            try await world.serve { _ in await receiver.until(1, at: Self.paths) }
            // It still fires: nobody gets another message.
            try await world.serve { edge in _ = try await edge.call("GET", "/readyz") }
            try world.alert(Self.off)
            try await world.serve { _ in await receiver.until(2, at: Self.paths) }
            #expect(Self.paths.map { receiver.calls($0).count } == [2, 2, 2])

            let hooks = receiver.calls(Self.hook)
            #expect(hooks.map { $0.json["type"] as? String } == ["alert.fired", "alert.resolved"])
            #expect(Set(hooks.map { $0.headers["webhook-id"] }).count == 2)
            for call in hooks {
                let (id, time) = (call.headers["webhook-id"] ?? "", Int64(call.headers["webhook-timestamp"] ?? "") ?? 0)
                #expect(call.headers["webhook-signature"] == secret.signature(id: id, timestamp: time, body: call.body))
                #expect(abs(SystemClock().now.seconds - time) < 300)
            }
            let fired = try #require(hooks.first).data
            #expect(fired["rule"] as? String == "malformed-triggers" && fired["app"] as? String == "shop")
            #expect(
                fired["text"] as? String
                    == "Shop: 50 % of the triggers of this hour and the last break a rule and were refused."
            )
            #expect(fired["minimum"] as? Int == 1 && fired["threshold"] as? Double == 0.05)
            #expect(fired["installation"] as? String == "https://push.example/peal")
            let runbook = "https://git.example/peal/blob/main/docs/operations.md#alert-malformed-triggers"
            #expect(fired["runbook"] as? String == runbook)
            #expect(fired["resolvedAt"] == nil && hooks.last?.data["resolvedAt"] != nil)
            #expect(fired["firedAt"] as? String == hooks.last?.data["firedAt"] as? String)

            let texts = receiver.calls(Self.slack).compactMap { $0.json["text"] as? String }
            #expect(texts.first?.hasPrefix("*Shop: 50 % of the triggers") == true, "\(texts)")
            #expect(texts.first?.contains("threshold: above 5 %, of 1 or more\nSince 20") == true, "\(texts)")
            #expect(
                texts.first?.contains(" UTC\n") == true
                    && texts.first?.contains("Server: https://push.example/peal") == true
            )
            #expect(texts.last?.hasPrefix("*Resolved – Shop: 50 % of the triggers") == true, "\(texts)")

            let incidents = receiver.calls(Self.pagerDuty).map(\.json)
            #expect(incidents.map { $0["event_action"] as? String } == ["trigger", "resolve"])
            #expect(Set(incidents.map { $0["dedup_key"] as? String }).count == 1)
            #expect(incidents.allSatisfy { $0["routing_key"] as? String == Self.key })
            let payload = try #require(incidents.first?["payload"] as? [String: Any])
            #expect(payload["severity"] as? String == "error" && payload["class"] as? String == "malformed-triggers")
            #expect(payload["source"] as? String == "https://push.example/peal")
            let links = incidents.first?["links"] as? [[String: String]]
            #expect(links == [["href": runbook, "text": "Runbook"]])
        }
    }

    @Test("one that is down gets the message from the next server, and neither URL nor key is in the log")
    func downThenUp() async throws {
        try await Self.run { world, receiver, secret in
            receiver.answer(503)
            try await world.serve { _ in
                await receiver.until(1, at: Self.paths, taken: false)
                await world.untilLogged("error: a message about an alert cannot be delivered", "to=pagerduty")
                await world.untilLogged("error: a message about an alert cannot be delivered", "to=slack (127.0.0.1)")
            }
            let said = world.log.joined(separator: "\n")
            #expect(said.contains("it fails (503)"))
            for text in [Self.key, Self.slack, Self.hook, secret.text] { #expect(!said.contains(text)) }
            receiver.answer(202)
            try await world.serve { _ in await receiver.until(1, at: Self.paths) }
            try world.alert(Self.off)
            try await world.serve { _ in await receiver.until(2, at: Self.paths) }
            #expect(receiver.taken(Self.hook).map { $0.json["type"] as? String } == ["alert.fired", "alert.resolved"])
            let fired = receiver.calls(Self.hook).filter { $0.json["type"] as? String == "alert.fired" }
            #expect(fired.count > 1 && Set(fired.map { $0.headers["webhook-id"] }).count == 1)
        }
    }

    @Test("an alert that is resolved before anybody could be notified sends nothing")
    func neither() async throws {
        try await Self.run { world, receiver, _ in
            receiver.answer(503)
            try await world.serve { _ in await receiver.until(1, at: Self.paths, taken: false) }
            let first = receiver.calls(Self.hook).first?.headers["webhook-id"]
            try world.alert(Self.off)
            // Still down, so that what is left out was not merely late.
            try await world.serve { _ in await world.untilLogged("an alert is resolved") }
            receiver.answer(200)
            try world.alert(Self.firing)
            try await world.serve { _ in await receiver.until(1, at: Self.paths) }
            let taken = receiver.taken(Self.hook)
            #expect(taken.map { $0.json["type"] as? String } == ["alert.fired"])
            #expect(taken.first?.headers["webhook-id"] != first)
        }
    }

    @Test("a test reaches each at the same time, and says in words who did not take it")
    func test() async throws {
        try await Self.run { world, receiver, _ in
            func results() async throws -> [String] {
                let configuration = try await world.plan().configuration
                let found = try await AlertTransport.with(configuration, clock: SystemClock()) { destinations in
                    await destinations.test(at: SystemClock().now, uptime: Uptime().callAsFunction)
                }
                return found.map { "\($0.destination): \($0.attempt.problem ?? "\($0.attempt.status ?? 0)")" }
            }
            let all = ["hook (127.0.0.1)", "slack (127.0.0.1)", "pagerduty (127.0.0.1)"]
            let answered = try await results()
            #expect(answered == all.map { "\($0): 200" })
            #expect(receiver.calls(Self.hook).first?.json["type"] as? String == "alert.test")
            let actions = receiver.calls(Self.pagerDuty).map { $0.json["event_action"] as? String }
            #expect(actions == ["trigger", "resolve"])
            receiver.answer(403)
            let refused = try await results()
            #expect(refused == all.map { "\($0): it rejects the credentials (403)" })
        }
    }
}
