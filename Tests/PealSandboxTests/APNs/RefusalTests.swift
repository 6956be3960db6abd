import PealCore
import PealTesting
import Testing

@testable import PealSandbox

/// A request that is wrong in one way.
struct RefusedRequest: Sendable, CustomTestStringConvertible {
    let refusal: APNsRefusal
    let note: String
    let change: @Sendable (inout RawRequest, APNsBench) throws -> Void

    init(
        _ refusal: APNsRefusal,
        _ note: String,
        _ change: @escaping @Sendable (inout RawRequest, APNsBench) throws -> Void
    ) {
        self.refusal = refusal
        self.note = note
        self.change = change
    }

    var testDescription: String { "\(refusal.rawValue): \(note)" }

    static let all: [RefusedRequest] = [
        Self(.badCollapseID, "65 bytes") { request, _ in
            request["apns-collapse-id"] = String(repeating: "é", count: 32) + "x"
        },
        Self(.badDeviceToken, "no hexadecimal digits") { request, _ in request.path = "/3/device/xyz12345" },
        Self(.badDeviceToken, "an odd number of digits") { request, _ in request.path.removeLast() },
        Self(.badDeviceToken, "the other environment's") { request, bench in
            request.path = "/3/device/" + bench.simulator.makeToken(app: "demo", environment: .sandbox)
        },
        Self(.badDeviceToken, "one nobody gave out") { request, _ in
            request.path = "/3/device/" + String(repeating: "ab", count: 32)
        },
        Self(.badExpirationDate, "no number") { request, _ in request["apns-expiration"] = "tomorrow" },
        Self(.badExpirationDate, "before 1970") { request, _ in request["apns-expiration"] = "-1" },
        Self(.badMessageID, "no UUID") { request, _ in request["apns-id"] = "ntf_1" },
        Self(.badPriority, "none there is") { request, _ in request["apns-priority"] = "7" },
        Self(.badPriority, "10 in the background") { request, _ in request["apns-push-type"] = "background" },
        Self(.badPriority, "none in the background, which is 10") { request, _ in
            request["apns-push-type"] = "background"
            request["apns-priority"] = nil
        },
        Self(.badTopic, "characters no bundle id has") { request, _ in request["apns-topic"] = "app peal" },
        Self(.badTopic, "not the push type's") { request, _ in request["apns-push-type"] = "voip" },
        Self(.deviceTokenNotForTopic, "another app's") { request, bench in
            request.path = "/3/device/" + bench.simulator.makeToken(app: "other")
        },
        Self(.duplicateHeaders, "two priorities") { request, _ in request.headers.append(("apns-priority", "5")) },
        Self(.invalidPushType, "none there is") { request, _ in request["apns-push-type"] = "loud" },
        Self(.missingDeviceToken, "an empty one") { request, _ in request.path = "/3/device/" },
        Self(.missingDeviceToken, "none") { request, _ in request.path = "/3/device" },
        Self(.missingTopic, "none") { request, _ in request["apns-topic"] = nil },
        Self(.payloadEmpty, "no body") { request, _ in request.body = "" },
        Self(.payloadEmpty, "no aps") { request, _ in request.body = #"{"peal":{}}"# },
        Self(.payloadEmpty, "no JSON") { request, _ in request.body = #"{"aps":{}"# },
        Self(.topicDisallowed, "another app's") { request, bench in
            request["apns-topic"] = try bench.simulator.makeCredentials(app: "other").bundleID
        },
        Self(.expiredProviderToken, "an hour and a second old") { request, bench in
            request["authorization"] = "bearer " + (try bench.providerToken(age: .seconds(3601)))
        },
        Self(.invalidProviderToken, "no token") { request, _ in request["authorization"] = "bearer abc" },
        Self(.missingProviderToken, "none") { request, _ in request["authorization"] = nil },
        Self(.missingProviderToken, "another scheme") { request, _ in request["authorization"] = "Basic YTpi" },
        Self(.badPath, "another path") { request, _ in request.path = "/4/broadcasts" },
        Self(.badPath, "more than a token") { request, _ in request.path += "/x" },
        Self(.methodNotAllowed, "GET") { request, _ in
            request.method = "GET"
            request.body = ""
        },
        Self(.unregistered, "a token that was good once") { request, bench in
            let token = bench.simulator.makeToken(app: "demo")
            bench.simulator.phones.retire(provider: .apns, token: token)
            request.path = "/3/device/" + token
        },
        Self(.payloadTooLarge, "4097 bytes") { request, _ in
            request.body = RefusalTests.payload(of: 4097)
        },
        Self(.payloadTooLarge, "more than a stream's window") { request, _ in
            request.body = RefusalTests.payload(of: 70_000)
        },
    ]
}

@Suite("APNs refuses")
struct RefusalTests {
    @Test("a request with one mistake, with Apple's status and reason", arguments: RefusedRequest.all)
    func mistake(_ mistake: RefusedRequest) async throws {
        try await APNsBench.run { bench in
            let phone = try bench.phone()
            let client = try await bench.connect()
            var request = try bench.request(phone.token)
            try mistake.change(&request, bench)
            let answer = try await client.answer(request)
            #expect(answer.status == String(mistake.refusal.status))
            #expect(answer.reason == mistake.refusal.rawValue)
            #expect(answer.headers["apns-id"]?.utf8.count == 36)
            #expect(try bench.shown(phone.id).isEmpty)
            let entry = try #require(bench.simulator.requestLog.entries().items.first)
            #expect(entry.status == mistake.refusal.status)
            #expect(entry.reason == mistake.refusal.rawValue)
            // The mistake was the only one.
            #expect(try await client.answer(bench.request(phone.token)).status == "200")
        }
    }

    @Test("nothing for a reason that no test produces")
    func complete() {
        // Those of a connection's history have their own tests.
        let others: Set<APNsRefusal> = [.unrelatedKeyIDInToken, .tooManyProviderTokenUpdates]
        #expect(Set(RefusedRequest.all.map(\.refusal)).union(others) == Set(APNsRefusal.allCases))
    }

    @Test("a token once the app is gone, and says since when in milliseconds")
    func uninstalled() async throws {
        try await APNsBench.run { bench in
            let phone = try bench.phone()
            try bench.simulator.phones.uninstall(phone.id)
            let answer = try await bench.connect().answer(bench.request(phone.token))
            #expect(answer.status == "410")
            #expect(
                JSONText.parse(answer.body)
                    == .object([
                        "reason": .string("Unregistered"), "timestamp": .integer(bench.clock.now.milliseconds),
                    ])
            )
        }
    }

    @Test(
        "no payload without aps where only the app reads it",
        arguments: [
            ("voip", ".voip", true), ("pushtotalk", ".voip-ptt", true), ("complication", ".complication", true),
            ("fileprovider", ".pushkit.fileprovider", true), ("location", ".location-query", true), ("mdm", "", true),
            ("alert", "", false), ("liveactivity", ".push-type.liveactivity", false),
            ("widgets", ".push-type.widgets", false),
        ]
    )
    func freePayload(_ pushType: String, suffix: String, isFree: Bool) async throws {
        try await APNsBench.run { bench in
            let client = try await bench.connect()
            var request = try bench.request(bench.simulator.makeToken(app: "demo"))
            request["apns-push-type"] = pushType
            request["apns-topic"] = try bench.simulator.makeCredentials(app: "demo").bundleID + suffix
            request.body = #"{"call":{"id":"1"}}"#
            let answer = try await client.answer(request)
            #expect(answer.reason == (isFree ? nil : "PayloadEmpty"))
            request.body = "[]"
            #expect(try await client.answer(request).reason == "PayloadEmpty")
        }
    }

    @Test(
        "a payload above the limit of its push type, and none at it",
        arguments: [("alert", "", 4096), ("voip", ".voip", 5120)]
    )
    func payloadLimit(_ pushType: String, suffix: String, limit: Int) async throws {
        try await APNsBench.run { bench in
            let client = try await bench.connect()
            var request = try bench.request(bench.simulator.makeToken(app: "demo"))
            request["apns-push-type"] = pushType
            request["apns-topic"] = try bench.simulator.makeCredentials(app: "demo").bundleID + suffix
            request.body = Self.payload(of: limit)
            #expect(try await client.answer(request).status == "200")
            request.body = Self.payload(of: limit + 1)
            #expect(try await client.answer(request).status == "413")
        }
    }

    static func payload(of size: Int) -> String {
        let frame = #"{"aps":{"alert":""}}"#
        return #"{"aps":{"alert":""# + String(repeating: "x", count: size - frame.utf8.count) + #""}}"#
    }
}
