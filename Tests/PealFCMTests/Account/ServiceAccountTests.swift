import PealCore
import Testing

@testable import PealFCM
@testable import PealSandbox

@Suite("The settings of FCM")
struct ServiceAccountTests {
    static func account(_ changes: [String: JSONValue?] = [:]) throws -> [UInt8] {
        var members: [String: JSONValue] = [
            "type": .string("service_account"), "project_id": .string("demo"), "client_email": .string("a@b"),
            "private_key_id": .string("k1"), "private_key": .string(try SandboxRSAKey.pair().pem),
            "token_uri": .string("https://oauth2.googleapis.com/token"),
        ]
        for (name, value) in changes { members[name] = value }
        return JSONText.write(.object(members))
    }

    @Test("are read from Google's file")
    func reads() throws {
        let options = try FCMOptions(serviceAccount: try Self.account(["private_key_id": .null, "extra": .integer(1)]))
        #expect(options.account.projectID == "demo")
        #expect(options.account.keyID == nil)
        #expect(options.sendURL == "https://fcm.googleapis.com/v1/projects/demo/messages:send")
    }

    @Test(
        "name what is wrong",
        arguments: [
            ("type", JSONValue.string("user"), "type must be service_account"),
            ("project_id", .string("a/../b"), "project_id is not a valid project id"),
            ("project_id", .string(""), "project_id must be a string that is not empty"),
            ("project_id", .integer(7), "project_id must be a string that is not empty"),
            ("client_email", .string("a b@c"), "client_email is not an e-mail address"),
            ("private_key_id", .integer(1), "private_key_id must be a string that is not empty"),
            ("private_key", .string("hunter2"), "private_key is not an RSA key of at least 2048 bits in PEM form"),
            (
                "private_key", .string(#"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"#),
                "private_key contains backslash-n instead of line breaks"
            ),
            (
                "token_uri", .string("ftp://x"),
                "token_uri must begin with https://, or with http:// when it is on this machine"
            ),
            ("token_uri", .string("https://"), "token_uri has no host"),
            ("token_uri", .string("https://a b"), "token_uri is not a web address"),
            (
                "token_uri", .string("http://evil.example/t"),
                "token_uri must begin with https:// unless it is on this machine"
            ),
            (
                "token_uri", .string("http://127.0.0.1.evil/t"),
                "token_uri must begin with https:// unless it is on this machine"
            ),
            (
                "token_uri", .string("http://localhost:1@evil/t"),
                "token_uri must begin with https:// unless it is on this machine"
            ),
        ]
    )
    func problem(_ name: String, value: JSONValue, problem: String) throws {
        let error = #expect(throws: FCMConfigurationError.self) {
            try FCMOptions(serviceAccount: try Self.account([name: value]))
        }
        #expect(error?.problems == [problem])
    }

    @Test("name everything that is wrong at once, and no secret")
    func allAtOnce() throws {
        let file = Array(#"{"private_key": "hunter2", "token_uri": "http://evil.example"}"#.utf8)
        let error = #expect(throws: FCMConfigurationError.self) {
            try FCMOptions(serviceAccount: file, endpoint: "gopher://x")
        }
        #expect(
            error?.problems == [
                "project_id is missing", "client_email is missing",
                "token_uri must begin with https:// unless it is on this machine",
                "private_key is not an RSA key of at least 2048 bits in PEM form",
                "endpoint must begin with https://, or with http:// when it is on this machine",
            ]
        )
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test(
        "are not read from what is no such file",
        arguments: ["", "null", "[]", "{", "\"text\"", "\u{0}", String(repeating: "[", count: 100_000)]
    )
    func noFile(_ text: String) {
        #expect(throws: FCMConfigurationError.self) { try FCMOptions(serviceAccount: Array(text.utf8)) }
    }
}
