import Foundation
import PealCore
import PealCrypto
import Testing

@testable import PealServer

@Suite("A key set that cannot be read")
struct KeySetReadinessTests {
    /// A token in the form of one of the identity provider, whose key is unknown.
    private static let token: String = {
        func part(_ json: String) -> String {
            Data(json.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
                "=",
                with: ""
            )
        }
        let expiry = Int64(Date().timeIntervalSince1970) + 600
        return part("{\"alg\":\"RS256\",\"kid\":\"k1\"}") + "."
            + part("{\"sub\":\"ann\",\"aud\":\"shop\",\"exp\":\(expiry)}") + ".AAAA"
    }()

    /// A port at which nobody listens, and an answer that is no key set: what each says is the same for users.
    @Test(
        "is named by readiness and by the doctor, and users are asked to come again, neither let in nor refused",
        arguments: [true, false]
    )
    func named(isAnswered: Bool) async throws {
        try await TimeService.with(ahead: .zero) { service in
            try await ClockWorld.with { world in
                try world.write(service.rootPEM, to: "ca.pem")
                let host = "127.0.0.1:\(isAnswered ? service.port : 1)"
                try world.configure(
                    "{jwt: {jwksUrl: \"https://\(host)/keys\", allow: [\"\(host)\"], algorithms: [RS256], caFile: ca.pem}}"
                )
                let apps = try await world.plan().configuration.apps
                let asked = try await KeySetProbe(clock: SystemClock()).read(apps)
                let found = try #require(asked["shop"] ?? nil)
                #expect(found.contains("the key set cannot be read"), "\(found)")
                try await world.serve { edge in
                    try await world.until("readiness names it") {
                        let answer = try await edge.call("GET", "/readyz", key: nil)
                        return answer.status == 200
                            && answer.text.contains("\"keys of shop\":\"the key set cannot be read (")
                    }
                    let answer = try await edge.call("GET", "/api/v1/notifications/unread-count", key: Self.token)
                    #expect(answer.status == 503, "\(answer.text)")
                    #expect(answer["retry-after"].flatMap { Int($0) }.map { $0 > 0 } == true, "\(answer.headers)")
                    // Who needs no key set is served.
                    #expect(try await edge.call("GET", "/api/v1/users/ann", key: world.key.text).status == 200)
                }
            }
        }
    }

    @Test("is no matter of an app without one: readiness has no remark, and its users' tokens are refused")
    func without() async throws {
        try await ClockWorld.with { world in
            #expect(try await KeySetProbe(clock: SystemClock()).read(world.plan().configuration.apps).isEmpty)
            try await world.serve { edge in
                let ready = try await edge.call("GET", "/readyz", key: nil)
                #expect(!ready.text.contains("remarks"), "\(ready.text)")
                let answer = try await edge.call("GET", "/api/v1/notifications/unread-count", key: Self.token)
                #expect(answer.status == 401, "\(answer.text)")
            }
        }
    }
}
