import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import PealCore
import PealWire
import Testing

@testable import PealDemo
@testable import PealServer

@Suite("The demo as a newcomer meets it")
struct DemoScenarioTests {
    @Test("the page and everything it is made of is served as what it is, under a strict policy")
    func page() async throws {
        try await DemoVisitor.visit { visitor in
            let index = try await visitor.get("/")
            #expect(index.type == "text/html; charset=utf-8")
            var waiting = references(in: index.text)
            var seen: Set<String> = []
            #expect(waiting.count >= 5)
            while let name = waiting.popLast() {
                guard seen.insert(name).inserted else { continue }
                let file = try await visitor.get("/\(name)")
                #expect(file.status == 200, "\(name)")
                #expect(file.type == EmbeddedAssets.contentType(of: name), "\(name)")
                #expect(file.policy?.hasPrefix("default-src 'self'") == true, "\(name)")
                if name.hasSuffix(".js") { waiting += references(in: file.text) }
            }
            #expect(seen.isSuperset(of: ["main.js", "words.js", "style.css", "icon.svg"]))
            #expect(try await visitor.get("/nothing.js").status == 404)
        }
    }

    /// Types whose only addressee allows no notifications, so that the inbox alone has them.
    private static let silent: Set<String> = ["match/expiring"]

    @Test("every event of every app is accepted, and each type that may ring rings on a phone")
    func events() async throws {
        try await DemoVisitor.visit { visitor in
            let apps = try await visitor.json("/demo/scenario").object?["apps"]?.array ?? []
            #expect(apps.count == 5)
            var types: Set<String> = []
            for app in apps.compactMap(\.object) {
                let name = try #require(app["app"]?.string)
                for event in app["events"]?.array ?? [] {
                    let trigger = try #require(event.object?["trigger"])
                    let answer = try await visitor.post(trigger, to: "/api/v1/triggers", key: "sk_test_\(name)")
                    #expect(answer.status == 202, "\(name): \(answer.text)")
                    types.insert("\(name)/\(event.object?["type"]?.string ?? "")")
                    // One after the other, as a user sends them: what resolves an alert would keep it from being sent.
                    let reply = try await visitor.post(.object(["timeoutMs": .integer(60_000)]), to: "/sandbox/settle")
                    #expect(try JSONParser.parse(reply.bytes).object?["settled"] == .bool(true))
                }
            }
            let rang = try await rang(visitor)
            #expect(rang.symmetricDifference(types.subtracting(Self.silent)) == [])
        }
    }

    @Test("what is said twice is told once")
    func twice() async throws {
        try await DemoVisitor.visit { visitor in
            let apps = try await visitor.json("/demo/scenario").object?["apps"]?.array ?? []
            let reports = try #require(apps.first { $0.object?["app"] == .string("reports") }?.object)
            let events = (reports["events"]?.array ?? []).compactMap(\.object)
            let twice = events.first { $0["title"]?.string == "Same change is sent twice" }
            let trigger = try #require(twice?["trigger"], "\(events.map { $0["title"]?.string ?? "" })")
            for status in [202, 200] {
                let answer = try await visitor.post(trigger, to: "/api/v1/triggers", key: "sk_test_reports")
                #expect(answer.status == status)
            }
            _ = try await visitor.post(.object(["timeoutMs": .integer(60_000)]), to: "/sandbox/settle")
            for phone in try await visitor.phones(of: "rahul", in: "reports") {
                let screen = try await visitor.json("/sandbox/phones/\(phone)/screen")
                #expect(screen.object?["notifications"]?.array?.count == 1)
            }
        }
    }

    @Test("a phone without the app stays in the scenario until another takes its place")
    func uninstalled() async throws {
        try await DemoVisitor.visit { visitor in
            let phone = try #require(try await visitor.phones(of: "mia", in: "gss").first)
            #expect(try await visitor.post(.object([:]), to: "/sandbox/phones/\(phone)/uninstall").status == 204)
            #expect(try await visitor.phones(of: "mia", in: "gss") == [phone])
            let fresh: JSONValue = .object([
                "app": .string("gss"), "user": .string("mia"), "provider": .string("fcm"),
                "platform": .string("android"),
            ])
            let added = try await visitor.post(fresh, to: "/sandbox/phones")
            let id = try #require(try JSONParser.parse(added.bytes).object?["phoneId"]?.string)
            #expect(try await visitor.phones(of: "mia", in: "gss") == [id])
        }
    }

    @Test("the state has an app’s phones as they are, and knows of an outage of every provider")
    func state() async throws {
        try await DemoVisitor.visit { visitor in
            let before = try #require(try await visitor.json("/demo/state?app=gss").object)
            let run = try await visitor.json("/demo/scenario").object?["run"]
            #expect(before["run"] == run)
            #expect(before["outage"] == .bool(false))
            #expect(before["phones"]?.array?.count == 6)
            let phone = try #require(try await visitor.phones(of: "mia", in: "gss").first)
            #expect(try await visitor.post(.object([:]), to: "/sandbox/phones/\(phone)/offline").status == 204)
            let fault: JSONValue = .object(["answer": .object(["status": .integer(503)])])
            #expect(try await visitor.post(fault, to: "/sandbox/faults").status == 204)
            let after = try #require(try await visitor.json("/demo/state?app=gss").object)
            #expect(after["outage"] == .bool(true))
            let mia = after["phones"]?.array?.first { $0.object?["phoneId"] == .string(phone) }?.object
            #expect(mia?["user"] == .string("mia") && mia?["online"] == .bool(false))
            #expect(mia?["received"] == .object([:]))
            #expect(try await visitor.get("/demo/state").status == 422)
        }
    }

    @Test(
        "the clock goes forward only, at most ten years at a time, and phones stay usable",
        arguments: [("P400D", 200), ("P4000D", 422)]
    )
    func jump(advance: String, status: Int) async throws {
        try await DemoVisitor.visit { visitor in
            let answer = try await visitor.post(.object(["advance": .string(advance)]), to: "/sandbox/clock")
            #expect(answer.status == status, "\(answer.text)")
            let past: JSONValue = .object(["set": .string("2020-01-01T00:00:00Z")])
            #expect(try await visitor.post(past, to: "/sandbox/clock").status == 422)
            let kudos: JSONValue = .object([
                "type": .string("kudos"), "to": .object(["users": .array([.string("jordan")])]),
                "data": .object(["from": .string("Dana"), "message": .string("Thanks")]),
            ])
            #expect(try await visitor.post(kudos, to: "/api/v1/triggers", key: "sk_test_gss").status == 202)
            _ = try await visitor.post(.object(["timeoutMs": .integer(60_000)]), to: "/sandbox/settle")
            for phone in try await visitor.phones(of: "jordan", in: "gss") {
                let shown = try await visitor.json("/sandbox/phones/\(phone)/screen").object?["notifications"]?.array
                let titles = (shown ?? []).compactMap { $0.object?["title"]?.string }
                #expect(titles.contains { $0.contains("kudos") }, "\(titles)")
            }
        }
    }

    @Test("a run that nothing starts again is not reset")
    func noReset() async throws {
        try await DemoVisitor.visit { visitor in
            let answer = try await visitor.post(.object([:]), to: "/demo/reset")
            #expect(answer.status == 404)
        }
    }

    /// The `peal` object, wherever the push service has it.
    private func peal(of payload: JSONValue?) throws -> [String: JSONValue]? {
        let members = payload?.object
        if let text = members?["message"]?.object?["data"]?.object?["peal"]?.string {
            return try JSONParser.parse(Array(text.utf8)).object
        }
        return (members?["data"]?.object?["peal"] ?? members?["peal"])?.object
    }

    /// The types that phones were shown, as `app/type`.
    private func rang(_ visitor: DemoVisitor) async throws -> Set<String> {
        var apps: [String: String] = [:]
        for app in try await visitor.json("/demo/scenario").object?["apps"]?.array ?? [] {
            for user in app.object?["people"]?.array ?? [] {
                for phone in user.object?["phones"]?.array ?? [] {
                    apps[phone.object?["phoneId"]?.string ?? ""] = app.object?["app"]?.string
                }
            }
        }
        var types: Set<String> = []
        for push in try await visitor.json("/sandbox/pushes").object?["items"]?.array ?? [] {
            guard let phone = push.object?["phoneId"]?.string, let peal = try peal(of: push.object?["payload"]),
                peal["op"] == .string("show"),
                let app = apps[phone], let type = peal["type"]?.string
            else { continue }
            types.insert("\(app)/\(type)")
        }
        return types
    }

    /// The files of its own that a page or a module names.
    private func references(in text: String) -> [String] {
        text.matches(of: /(?:href|src)="(?<page>[\w.-]+\.\w+)"|from "\.\/(?<module>[\w.-]+)"/)
            .compactMap { ($0.output.page ?? $0.output.module).map(String.init) }
    }
}

/// A visitor of the demo: asks what the page asks.
private struct DemoVisitor: Sendable {
    struct Answer {
        var status: Int
        var type: String?
        var policy: String?
        var bytes: [UInt8]
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    let url: String

    /// A demo of its own for each visit.
    static func visit(_ body: @escaping @Sendable (DemoVisitor) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-demo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        var quiet = Logger(label: "demo")
        quiet.logLevel = .critical
        let plan = try ServerPlan.demo(dataDirectory: directory.path)
        try await Server.withRunning(plan, logger: quiet) { server in try await body(DemoVisitor(url: server.url)) }
    }

    func get(_ path: String) async throws -> Answer { try await send(HTTPClientRequest(url: url + path)) }

    func json(_ path: String) async throws -> JSONValue { try JSONParser.parse(try await get(path).bytes) }

    /// Posts a body, with a fresh id wherever it asks for one.
    func post(_ body: JSONValue, to path: String, key: String? = nil) async throws -> Answer {
        let text = String(decoding: JSONWriter.bytes { $0.value(body) }, as: UTF8.self)
            .replacingOccurrences(of: DemoTrigger.fresh, with: UUID().uuidString)
        var request = HTTPClientRequest(url: url + path)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        if let key { request.headers.add(name: "authorization", value: "Bearer \(key)") }
        request.body = .bytes(Array(text.utf8))
        return try await send(request)
    }

    /// The ids of a user's phones, as the page learns them.
    func phones(of user: String, in app: String) async throws -> [String] {
        let apps = try await json("/demo/scenario").object?["apps"]?.array ?? []
        let users = apps.first { $0.object?["app"] == .string(app) }?.object?["people"]?.array ?? []
        let phones = users.first { $0.object?["user"] == .string(user) }?.object?["phones"]?.array ?? []
        return phones.compactMap { $0.object?["phoneId"]?.string }
    }

    /// Without a limit for reading: hundreds of days of a demo take their time while other tests use both cores.
    private static let client = HTTPClient(eventLoopGroupProvider: .singleton)

    private func send(_ request: HTTPClientRequest) async throws -> Answer {
        let response = try await Self.client.execute(request, timeout: .minutes(20))
        let body = try await response.body.collect(upTo: 16 * 1024 * 1024)
        return Answer(
            status: Int(response.status.code),
            type: response.headers.first(name: "content-type"),
            policy: response.headers.first(name: "content-security-policy"),
            bytes: Array(body.readableBytesView)
        )
    }
}
