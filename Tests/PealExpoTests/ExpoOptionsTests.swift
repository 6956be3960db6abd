import PealExpo
import Testing

@Suite("Expo's settings")
struct ExpoOptionsTests {
    @Test(
        "take Expo's own address, another one over TLS, and one on this machine",
        arguments: [
            (nil, nil, "https://exp.host"), (nil, "https://push.example/", "https://push.example"),
            ("a.b-c", "http://127.0.0.1:8", "http://127.0.0.1:8"),
        ] as [(String?, String?, String)]
    )
    func good(accessToken: String?, endpoint: String?, taken: String) throws {
        let options = try endpoint.map { try ExpoOptions(accessToken: accessToken, endpoint: $0) } ?? ExpoOptions()
        #expect(options.endpoint == taken)
    }

    @Test("name everything that is wrong at once, and no secret")
    func bad() {
        let error = #expect(throws: ExpoConfigurationError.self) {
            try ExpoOptions(accessToken: "se cret", endpoint: "http://exp.host", timeout: .zero)
        }
        #expect(error?.problems.count == 3)
        #expect(error?.description.hasPrefix("expo-configuration: endpoint must begin with https://") == true)
        #expect(error?.description.contains("se cret") == false)
    }

    @Test(
        "refuse what could break out of a header",
        arguments: ["", "a\r\nb", "ü", String(repeating: "x", count: 4097)]
    )
    func accessTokens(_ token: String) {
        #expect(throws: ExpoConfigurationError.self) { try ExpoOptions(accessToken: token) }
    }
}
