import Crypto
import Testing

@testable import PealAPNs
@testable import PealHTTP2

@Suite("The APNs options")
struct APNsOptionsTests {
    private static let good = APNsFixtures.signingKey.pemRepresentation

    @Test("take what Apple hands out and point at Apple")
    func good() throws {
        let options = try APNsFixtures.options(trustRootsPEM: nil)
        #expect(options.production == HTTP2Endpoint("https://api.push.apple.com"))
        #expect(options.sandbox == HTTP2Endpoint("https://api.sandbox.push.apple.com:443/"))
        #expect(options.production.authority == "api.push.apple.com")
        #expect(options.timeout == .seconds(15))
    }

    @Test("tell everything that is wrong at once, and how to mend it")
    func allProblems() {
        let error = #expect(throws: APNsConfigurationError.self) {
            try APNsOptions(
                signingKey: "secret",
                keyID: "short",
                teamID: "with space",
                bundleID: "",
                productionEndpoint: "http://api.push.apple.com",
                sandboxEndpoint: "https://host/path",
                trustRootsPEM: "none",
                connections: 0,
                timeout: .zero
            )
        }
        #expect(error?.problems.count == 9)
        #expect(error?.description.contains("secret") == false)
        #expect(error?.description.hasPrefix("apns-configuration: the signing key must be the text of the .p8") == true)
    }

    @Test(
        "refuse a signing key that is none",
        arguments: [
            ("-----BEGIN PRIVATE KEY-----\\nMIG\\n-----END PRIVATE KEY-----", "backslash-n"),
            ("-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----", "not a P-256 key"),
            (P384.Signing.PrivateKey().pemRepresentation, "not a P-256 key"),
            (P256.Signing.PrivateKey().publicKey.pemRepresentation, "BEGIN PRIVATE KEY"),
            ("", "BEGIN PRIVATE KEY"),
        ]
    )
    func badKey(_ key: String, expected: String) {
        let error = #expect(throws: APNsConfigurationError.self) {
            try APNsOptions(
                signingKey: key,
                keyID: APNsFixtures.keyID,
                teamID: APNsFixtures.teamID,
                bundleID: APNsFixtures.bundleID
            )
        }
        #expect(error?.problems.count == 1)
        #expect(error?.problems.first?.contains(expected) == true)
    }

    @Test("read a key with white space around it")
    func trimmedKey() throws {
        let options = try APNsOptions(
            signingKey: "\n \(Self.good)\r\n\n",
            keyID: APNsFixtures.keyID,
            teamID: APNsFixtures.teamID,
            bundleID: APNsFixtures.bundleID
        )
        #expect(options.signingKey.rawRepresentation == APNsFixtures.signingKey.rawRepresentation)
    }

    @Test(
        "read an address or refuse it",
        arguments: [
            ("https://localhost:8443", "localhost:8443"), ("https://LOCALHOST", "localhost"),
            ("https://127.0.0.1:2197", "127.0.0.1:2197"), ("https://[::1]:8443/", "[::1]:8443"),
            ("https://", nil), ("https://a b", nil), ("https://host:0", nil), ("https://host:65536", nil),
            ("https://host:", nil), ("https://user@host", nil), ("https://host/x", nil), ("https://[::1", nil),
            ("https://[host]", nil), ("host", nil), ("http://host", nil), ("https://host?x", nil),
        ] as [(String, String?)]
    )
    func endpoint(_ url: String, authority: String?) {
        #expect(HTTP2Endpoint(url)?.authority == authority)
    }

    @Test(
        "name a server in TLS by its name alone",
        arguments: [("https://localhost:1", "localhost"), ("https://1.2.3.4", nil)]
    )
    func serverName(_ url: String, name: String?) {
        #expect(HTTP2Endpoint(url)?.serverName == name)
    }
}
