import Foundation
import PealSampleProvider
import PealServer
import Testing

/// A push service that the server does not know: its target and the line below are all it takes.
@Suite("Providers: one that is new to the server")
struct NewProviderTests {
    private static let plugins = ProviderPlugins.shipped.adding(
        InstalledProvider(SampleProvider.plugin, simulatedBy: SampleSimulator.self)
    )

    private static let catalog = """
        app: club
        name: Club
        locales: [en]
        timeZone: Europe/Berlin
        links: {scheme: club, routes: [/], fallback: /}
        providers: [sample]
        categories:
          news: {title: News}
        types:
          hello: {category: news, audience: {allow: [users]}, title: Hello, body: Come in, link: /, fallback: inApp}
        """

    /// Runs a sandbox with the catalog of one app that sends through the sample service only.
    private static func with(_ body: @escaping @Sendable (Backend) async throws -> Void) async throws {
        let catalogs = FileManager.default.temporaryDirectory.appending(path: "peal-club-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: catalogs, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: catalogs) }
        try Data(catalog.utf8).write(to: catalogs.appending(path: "club.yaml"))
        try await SandboxServer.run(catalogs: catalogs.path, plugins: plugins) { sandbox in
            try await body(sandbox.backend("club"))
        }
    }

    private static let hello: JSON = ["type": "hello", "to": ["users": ["ann"]]]

    @Test("receives a push, and is named in the answer to why, in metrics and in the request log")
    func delivered() async throws {
        try await Self.with { club in
            let ann = try await club.user("ann")
            let phone = try await ann.phone("ios", provider: "sample")
            let event = try await club.trigger(Self.hello)
            #expect(try await phone.notifications().map { $0["title"].string } == ["Hello"])
            let delivery = try await event.why("ann")["deliveries"][0]
            #expect(delivery["provider"].string == "sample")
            #expect(delivery["state"].string == "accepted")
            let pushes = try await club.sandbox.anyone.get("/sandbox/pushes?provider=sample")["items"].items
            #expect(pushes.map { $0["phoneId"].string } == [phone.id])
            let sent = #"peal_push_attempts_total{app="club",provider="sample",outcome="accepted"}"#
            #expect(try await club.sandbox.metric(sent) == "1")
            let queue = #"peal_queue_deliveries_open{app="club",provider="sample"}"#
            #expect(try await club.sandbox.metric(queue) == "0")
        }
    }

    @Test("registers devices by its own form of addresses, on its own platforms")
    func registered() async throws {
        try await Self.with { club in
            let ann = try await club.user("ann")
            let body: JSON = ["provider": "sample", "platform": "android", "permission": "granted"]
            let wrong = try await ann.register(body.with("token", "nothing"))
            #expect(wrong.status == 422)
            #expect(wrong.pointers == ["/token"])
            #expect(wrong.text.contains("an address of the sample service begins with sample:"))
            let right = try await ann.register(body.with("token", "sample:club:Ab1"))
            #expect(right.status == 201)
            #expect(right.json["provider"].string == "sample")
            let other = try await ann.register(body.with("token", "sample:club:aB1"))
            #expect(other.json["id"] != right.json["id"], "its addresses are not hexadecimal")
            let unknown = try await ann.register(body.with("provider", "simple").with("token", "x"))
            #expect(unknown.text.contains(#"\"webpush\", \"sample\""#))
            let browser = try await club.sandbox.anyone.send(
                "POST",
                "/sandbox/phones",
                ["app": "club", "user": "ann", "provider": "sample", "platform": "web", "permission": "granted"]
            )
            #expect(browser.pointers == ["/platform"])
        }
    }

    @Test("puts a device into quarantine whose app is gone, and the answer to why says so")
    func gone() async throws {
        try await Self.with { club in
            let ann = try await club.user("ann")
            let phone = try await ann.phone("android", provider: "sample")
            try await phone.change("uninstall")
            let event = try await club.trigger(Self.hello)
            #expect(try await ann.devices().map { $0["state"].string } == ["quarantined"])
            let delivery = try await event.why("ann")["deliveries"][0]
            #expect(delivery["provider"].string == "sample")
            #expect(delivery["reason"].string == "provider-rejected")
        }
    }

    @Test("is one of the providers that a catalog may list, and is tried again after an outage")
    func catalog() async throws {
        try await Self.with { club in
            let yaml = Self.catalog.replacing("[sample]", with: "[sampl]")
            let reply = try await CatalogFile(backend: club).send("POST", "/lint", yaml)
            #expect(reply.text.contains("did you mean `sample`?"))
            let ann = try await club.user("ann")
            let phone = try await ann.phone("android", provider: "sample")
            try await club.sandbox.fault(["provider": "sample", "answer": ["status": 503], "times": 1])
            try await club.trigger(Self.hello)
            try await club.sandbox.advance("PT1M")
            #expect(try await phone.notifications().count == 1)
        }
    }
}
