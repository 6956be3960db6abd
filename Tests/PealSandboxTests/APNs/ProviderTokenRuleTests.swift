import Crypto
import PealTesting
import Testing

@testable import PealSandbox

@Suite("A provider token at APNs")
struct ProviderTokenRuleTests {
    @Test("counts for an hour", arguments: [(0, "200"), (3600, "200"), (3601, "403"), (-300, "200"), (-301, "403")])
    func age(_ seconds: Int, status: String) async throws {
        try await APNsBench.run { bench in
            let token = try bench.providerToken(age: .seconds(seconds))
            let device = bench.simulator.makeToken(app: "demo")
            let answer = try await bench.connect().answer(bench.request(device, providerToken: token))
            #expect(answer.status == status)
            if seconds > 3600 { #expect(answer.reason == "ExpiredProviderToken") }
            if seconds < -300 { #expect(answer.reason == "InvalidProviderToken") }
        }
    }

    enum Date: String, CaseIterable {
        case text, fraction, textWithFraction, truth

        func form(_ seconds: Int64) -> String {
            switch self {
            case .text: "\"\(seconds)\""
            case .fraction: "\(seconds).75"
            case .textWithFraction: "\"\(seconds).25\""
            case .truth: "true"
            }
        }
    }

    @Test("says when it was issued in any form of a number", arguments: Date.allCases)
    func date(_ date: Date) async throws {
        try await APNsBench.run { bench in
            let token = try bench.providerToken(issuedAt: date.form)
            let device = bench.simulator.makeToken(app: "demo")
            let answer = try await bench.connect().answer(bench.request(device, providerToken: token))
            #expect(answer.status == (date == .truth ? "403" : "200"))
        }
    }

    @Test("expires while a connection stands")
    func expiry() async throws {
        try await APNsBench.run { bench in
            let client = try await bench.connect()
            let request = try bench.request(bench.simulator.makeToken(app: "demo"))
            #expect(try await client.answer(request).status == "200")
            bench.clock.advance(by: .seconds(3600))
            #expect(try await client.answer(request).status == "200")
            bench.clock.advance(by: .seconds(1))
            #expect(try await client.answer(request).reason == "ExpiredProviderToken")
            let renewed = try bench.request(bench.simulator.makeToken(app: "demo"))
            #expect(try await client.answer(renewed).status == "200")
        }
    }

    @Test("is refused when anything about it is wrong")
    func invalid() async throws {
        try await APNsBench.run { bench in
            let client = try await bench.connect()
            let good = try bench.providerToken()
            let wrong = [
                try bench.providerToken(algorithm: "HS256"), try bench.providerToken(keyID: "ABCDE12345"),
                try bench.providerToken(teamID: "ABCDE12345"), try bench.providerToken(key: P256.Signing.PrivateKey()),
                try bench.providerToken(der: true), String(good.dropLast(8)), good + "=", good + ".e30",
                good.replacing(".", with: ".e30.", maxReplacements: 1),
            ]
            for token in wrong {
                let request = try bench.request(bench.simulator.makeToken(app: "demo"), providerToken: token)
                let answer = try await client.answer(request)
                #expect(answer.status == "403")
                #expect(answer.reason == "InvalidProviderToken")
            }
            #expect(client.news.limits == [1])
        }
    }

    @Test("may change every twenty minutes on a connection, and older ones stay good")
    func change() async throws {
        try await APNsBench.run { bench in
            let client = try await bench.connect()
            let device = bench.simulator.makeToken(app: "demo")
            let first = try bench.request(device)
            #expect(try await client.answer(first).status == "200")
            bench.clock.advance(by: .seconds(1199))
            let early = try await client.answer(bench.request(device))
            #expect(early.status == "429")
            #expect(early.reason == "TooManyProviderTokenUpdates")
            bench.clock.advance(by: .seconds(1))
            let second = try bench.request(device)
            #expect(try await client.answer(second).status == "200")
            #expect(try await client.answer(first).status == "200")
            #expect(try await client.answer(second).status == "200")
            // A connection of its own has a history of its own.
            bench.clock.advance(by: .seconds(1))
            #expect(try await bench.connect().answer(bench.request(device)).status == "200")
        }
    }

    @Test("binds its connection to its key")
    func unrelatedKey() async throws {
        try await APNsBench.run { bench in
            let client = try await bench.connect()
            #expect(try await client.answer(bench.request(bench.simulator.makeToken(app: "demo"))).status == "200")
            let other = try bench.request(bench.simulator.makeToken(app: "other"), app: "other")
            #expect(try await client.answer(other).reason == "UnrelatedKeyIdInToken")
            #expect(try await bench.connect().answer(other).status == "200")
        }
    }

    @Test("comes from credentials that stay the same, and have Apple's shape")
    func credentials() throws {
        let simulator = try APNsBench.make().simulator
        let credentials = try simulator.makeCredentials(app: "demo")
        #expect(try simulator.makeCredentials(app: "demo") == credentials)
        #expect(try simulator.makeCredentials(app: "other").keyID != credentials.keyID)
        #expect(credentials.keyID.count == 10)
        #expect(credentials.teamID.count == 10)
        #expect(credentials.signingKeyPEM.hasPrefix("-----BEGIN PRIVATE KEY-----"))
        #expect(throws: SimulatorError.self) { try simulator.makeCredentials(app: "No app") }
        let token = simulator.makeToken(app: "demo")
        #expect(token.count == 64)
        #expect(token.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    }
}
