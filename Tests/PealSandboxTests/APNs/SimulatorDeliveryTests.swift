import PealCore
import PealTesting
import Testing

@testable import PealSandbox

@Suite("A push APNs took")
struct SimulatorDeliveryTests {
    @Test("is shown on the phone, and is in the request log without its provider token")
    func shown() async throws {
        try await APNsBench.run { bench in
            let phone = try bench.phone()
            let providerToken = try bench.providerToken()
            let id = "6f1c8e0a-5b1d-4c3e-9f00-0123456789ab"
            var request = try bench.request(phone.token, providerToken: providerToken)
            request["apns-id"] = id
            let answer = try await bench.connect().answer(request)
            #expect(answer == RawAnswer(status: "200", headers: ["apns-id": id]))
            #expect(
                try bench.simulator.phones.screen(phone.id)
                    == PhoneScreen(
                        notifications: [
                            PhoneScreen.Notification(
                                id: "ntf_1",
                                title: "Ride",
                                body: "Your driver is here",
                                link: "peal://rides/r1",
                                actions: [],
                                thread: "ride/r1",
                                sound: "default",
                                at: bench.clock.now.rfc3339
                            )
                        ],
                        badge: 3,
                        sounds: ["default"]
                    )
            )
            let entry = try #require(bench.simulator.requestLog.entries(provider: .apns).items.first)
            #expect(entry.phoneID == phone.id)
            #expect(entry.status == 200)
            #expect(String(decoding: entry.payload, as: UTF8.self) == request.body)
            #expect(entry.headers.contains { $0.name == "authorization" && $0.value == "bearer ***" })
            #expect(entry.headers.contains { $0.name == ":path" && $0.value == request.path })
            let page = String(
                decoding: JSONText.write(bench.simulator.requestLog.page(provider: "apns", since: nil)),
                as: UTF8.self
            )
            for part in providerToken.split(separator: ".") { #expect(!page.contains(part)) }
        }
    }

    @Test("has an id of its own when it came without, and another one in the development environment")
    func ids() async throws {
        try await APNsBench.run { bench in
            for environment in APNsSimulator.Environment.allCases {
                let phone = try bench.phone(environment: environment)
                let answer = try await bench.connect(environment).answer(bench.request(phone.token))
                #expect(answer.status == "200")
                let id = try #require(answer.headers["apns-id"])
                #expect(
                    try #/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#.wholeMatch(in: id)
                        != nil
                )
                #expect((answer.headers["apns-unique-id"] != nil) == (environment == .sandbox))
                #expect(try bench.shown(phone.id) == ["ntf_1"])
            }
        }
    }

    @Test("replaces what has the same collapse id, and nothing else")
    func collapse() async throws {
        try await APNsBench.run { bench in
            let phone = try bench.phone()
            let client = try await bench.connect()
            for (id, collapseID) in [("ntf_1", "eta"), ("ntf_2", "eta"), ("ntf_3", nil), ("ntf_4", "other")] {
                var request = try bench.request(phone.token, id: id)
                request["apns-collapse-id"] = collapseID
                request["authorization"] = "bearer " + (try bench.providerToken(age: .zero))
                let answer = try await (id == "ntf_1" ? client : bench.connect()).answer(request)
                #expect(answer.status == "200")
            }
            #expect(try bench.shown(phone.id) == ["ntf_2", "ntf_3", "ntf_4"])
        }
    }

    @Test("in the background shows nothing, and clears what it says")
    func background() async throws {
        try await APNsBench.run { bench in
            let phone = try bench.phone()
            let client = try await bench.connect()
            let token = try bench.providerToken()
            #expect(try await client.answer(bench.request(phone.token, providerToken: token)).status == "200")
            var request = try bench.request(phone.token, providerToken: token, op: "clear")
            request["apns-push-type"] = "background"
            request["apns-priority"] = "5"
            request.body.replace(#""thread-id":"ride/r1""#, with: #""content-available":1"#)
            #expect(try await client.answer(request).status == "200")
            #expect(try bench.shown(phone.id).isEmpty)
        }
    }

    @Test(
        "waits for a phone that is away as long as it counts",
        arguments: [("0", 0, 0), ("3600", 3599, 1), ("3600", 3600, 0), (nil, 2_591_999, 1), (nil, 2_592_000, 0)]
    )
    func expiry(_ lifetime: String?, away: Int, shown: Int) async throws {
        try await APNsBench.run { bench in
            let phone = try bench.phone()
            try bench.simulator.phones.disconnect(phone.id)
            var request = try bench.request(phone.token)
            request["apns-expiration"] = lifetime.flatMap { Int64($0) }.map { seconds in
                seconds == 0 ? "0" : String((bench.clock.now + .seconds(seconds)).seconds)
            }
            #expect(try await bench.connect().answer(request).status == "200")
            bench.clock.advance(by: .seconds(away))
            try bench.simulator.phones.reconnect(phone.id)
            #expect(try bench.shown(phone.id).count == shown)
        }
    }

    @Test("with an end that is over is taken and shown to nobody")
    func relativeEnd() async throws {
        try await APNsBench.run { bench in
            let phone = try bench.phone()
            var request = try bench.request(phone.token)
            request["apns-expiration"] = "300"
            #expect(try await bench.connect().answer(request).status == "200")
            #expect(try bench.shown(phone.id).isEmpty)
        }
    }

    @Test("is an entry in the request log of a load run")
    func lean() async throws {
        try await APNsBench.run(detail: .lean) { bench in
            let token = bench.simulator.makeToken(app: "demo")
            var request = try bench.request(token)
            request["apns-collapse-id"] = "eta"
            let client = try await bench.connect()
            #expect(try await client.answer(request).status == "200")
            request.path += "00"
            #expect(try await client.answer(request).status == "400")
            #expect(
                bench.simulator.requestLog.accepted().items == [
                    RequestLog.LeanEntry(at: bench.clock.now, token: token, tag: "eta", notification: "ntf_1")
                ]
            )
            #expect(bench.simulator.requestLog.counters.requests == 2)
            #expect(bench.simulator.requestLog.entries().items.isEmpty)
        }
    }
}
