import PealCore
import PealWire
import Testing

@testable import PealHTTP

@Suite("Who may make a call")
struct CallerTests {
    private static let person = Caller.person(app: "gss", user: "ann")

    private static func backend(_ scopes: String...) -> Caller {
        .backend(app: "gss", key: SecretKeyID(UUIDv7(milliseconds: 1, random: (0, 1))), scopes: Set(scopes))
    }

    static let examples: [(caller: Caller, access: APIRoute.Access, refusal: String?)] = [
        (backend("*"), .backend(.triggers), nil), (backend("triggers"), .backend(.triggers), nil),
        (backend("insight", "triggers"), .backend(.insight), nil), (backend("people"), .personOrBackend, nil),
        (person, .personOrBackend, nil), (person, .personOrAnyone, nil), (person, .open, nil), (backend(), .open, nil),
        (backend("insight"), .backend(.triggers), "this key lacks the scope \"triggers\""),
        (backend(), .backend(.catalog), "this key lacks the scope \"catalog\""),
        (backend("trigger"), .backend(.triggers), "this key lacks the scope \"triggers\""),
        (backend("directory"), .personOrBackend, "this key lacks the scope \"people\""),
        (backend("*"), .personOrAnyone, "this endpoint needs an end user's token"),
        (backend("*"), .person, "this endpoint needs an end user's token"), (person, .person, nil),
        (backend("*"), .personOrTicket, "this endpoint needs an end user's token"), (person, .personOrTicket, nil),
        (person, .backend(.people), "this endpoint needs the app's secret key"),
    ]

    @Test("is decided by scope and kind", arguments: examples)
    func access(caller: Caller, access: APIRoute.Access, refusal: String?) {
        if let refusal {
            #expect(throws: Problem(.scopeMissing, refusal)) { try caller.check(access) }
        } else {
            #expect(throws: Never.self) { try caller.check(access) }
        }
    }

    @Test(
        "Names that users cannot have",
        arguments: ["", "me", "a\u{0}", "a\n", "a\u{7F}", "a\u{85}", "a\u{2028}", String(repeating: "é", count: 101)]
    )
    func badName(name: String) { #expect(!UserName.isValid(name)) }

    @Test(
        "Names that users can have",
        arguments: ["a", "ME", "me2", "usr/1", "Zoë 😀", String(repeating: "é", count: 100)]
    )
    func goodName(name: String) { #expect(UserName.isValid(name)) }

    @Test(
        "The sandbox answers on loopback names alone",
        arguments: [
            ("localhost:8080", true), ("127.0.0.1", true), ("[::1]:8080", true), ("LOCALHOST", true),
            ("localhost.evil.example", false), ("127.0.0.1.evil.example", false), ("evil.example", false), ("", false),
            ("[::1", false), ("0.0.0.0:80", false), ("127.0.0.2", false), ("[::1].evil.example", false),
            ("[::1]", true), ("[::1].evil.example:80", false), ("[::1]:80.evil.example", false),
            ("localhost:", true), ("localhost:80@evil.example", false), ("127.0.0.1:8080/", false),
        ]
    )
    func loopback(authority: String, isLoopback: Bool) { #expect(LoopbackGuard.isLoopback(authority) == isLoopback) }
}
