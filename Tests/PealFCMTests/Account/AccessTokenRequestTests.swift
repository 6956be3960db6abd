import Foundation
import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealFCM
@testable import PealSandbox

@Suite("The request for an access token")
struct AccessTokenRequestTests {
    @Test(
        "is signed for Google's token service, whatever address it is sent to (P11)",
        arguments: ["https://oauth2.googleapis.com/token", "http://127.0.0.1:9099/token", "https://proxy.example/t"]
    )
    func audience(_ uri: String) async throws {
        let network = ScriptedTransport { _ in .notSent(reason: "offline") }
        let request = AccessTokenRequest(
            account: try ServiceAccount(json: try ServiceAccountTests.account(["token_uri": .string(uri)])),
            transport: network.transport,
            timeout: .seconds(10),
            now: { Timestamp(seconds: 1_000_000) }
        )
        _ = await request.fetch()
        let call = try #require(network.sent.first)
        #expect(call.url == uri)
        let form = String(decoding: call.body, as: UTF8.self)
        let assertion = try #require(form.split(separator: "assertion=").last)
        let claims = try #require(assertion.split(separator: ".").dropFirst().first)
        #expect(Self.members(claims)["aud"]?.string == "https://oauth2.googleapis.com/token")
    }

    private static func members(_ part: Substring) -> [String: JSONValue] {
        var text = String(part).replacing("-", with: "+").replacing("_", with: "/")
        while !text.utf8.count.isMultiple(of: 4) { text += "=" }
        return Data(base64Encoded: text).flatMap { JSONText.parse(Array($0))?.object } ?? [:]
    }
}
