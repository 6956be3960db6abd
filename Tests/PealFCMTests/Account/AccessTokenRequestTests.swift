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

    @Test(
        "names the clock first where a refusal comes from a service whose time is more than a minute away",
        arguments: [
            ("Mon, 12 Jan 1970 13:46:40 GMT", "invalid_grant"), ("Mon, 12 Jan 1970 13:45:41 GMT", "invalid_grant"),
            ("Mon, 12 Jan 1970 13:47:41 GMT", "clock-behind-invalid_grant"),
            ("Mon, 12 Jan 1970 13:45:39 GMT", "clock-ahead-invalid_grant"),
            ("Thu, 12 Jan 2034 13:46:40 GMT", "clock-behind-invalid_grant"),
            ("Thu, 01 Jan 1970 00:00:00 GMT", "clock-ahead-invalid_grant"),
            ("Monday, 12-Jan-70 15:46:40 GMT", "clock-behind-invalid_grant"), ("yesterday", "invalid_grant"),
            (nil, "invalid_grant"),
        ] as [(String?, String)]
    )
    func clock(date: String?, reason: String) async throws {
        let network = ScriptedTransport { _ in
            .answered(
                HTTPAnswer(
                    status: 400,
                    headers: date.map { [("Date", $0)] } ?? [],
                    body: Array(#"{"error":"invalid_grant"}"#.utf8)
                )
            )
        }
        let request = AccessTokenRequest(
            account: try ServiceAccount(json: try ServiceAccountTests.account([:])),
            transport: network.transport,
            timeout: .seconds(10),
            now: { Timestamp(seconds: 1_000_000) },
            comparesDates: true
        )
        #expect(await request.fetch() == .failure(TokenFailure(.credentials, reason: reason)))
    }

    private static func members(_ part: Substring) -> [String: JSONValue] {
        var text = String(part).replacing("-", with: "+").replacing("_", with: "/")
        while !text.utf8.count.isMultiple(of: 4) { text += "=" }
        return Data(base64Encoded: text).flatMap { JSONText.parse(Array($0))?.object } ?? [:]
    }
}
