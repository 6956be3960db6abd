import PealCore
import PealWire
import Testing

@testable import PealHTTP

@Suite("Who may make a call")
struct CallerTests {
    private static let user = Caller.endUser(app: "gss", user: "ann")

    private static func backend(_ scopes: String...) -> Caller {
        .backend(
            app: "gss",
            key: SecretKeyID(UUIDv7(milliseconds: 1, random: (0, 1))),
            grants: Set(scopes.compactMap { KeyGrant($0) })
        )
    }

    private static let device = Caller.device(
        app: "gss",
        user: "ann",
        id: DeviceID(UUIDv7(milliseconds: 1, random: (0, 1)))
    )
    private static let noDevice = "a device key may not make this request"

    static let examples: [(caller: Caller, route: APIRoute, refusal: String?)] = [
        (backend("*"), .submitTrigger, nil), (backend("triggers"), .submitTrigger, nil),
        (backend("insight", "triggers"), .why, nil), (backend("people"), .putPreferences, nil),
        (user, .putPreferences, nil), (user, .clientConfig, nil), (user, .live, nil), (backend(), .live, nil),
        (backend("insight"), .submitTrigger, "this key lacks the scope \"triggers\""),
        (backend(), .getCatalog, "this key lacks the scope \"catalog\""),
        (backend("trigger"), .submitTrigger, "this key lacks the scope \"triggers\""),
        (backend("directory"), .putPreferences, "this key lacks the scope \"people\""),
        (backend("*"), .clientConfig, "this endpoint needs an end user's token"),
        (user, .submitTrigger, "this endpoint needs the app's secret key"),
        (device, .syncDevice, nil), (user, .syncDevice, nil), (backend("people"), .syncDevice, nil),
        (backend("insight"), .syncDevice, "this key lacks the scope \"people\""),
        (device, .putPreferences, noDevice), (device, .clientConfig, noDevice), (device, .submitTrigger, noDevice),
        (backend("triggers:read"), .listTriggers, nil), (backend("*:read"), .why, nil),
        (backend("figures:read"), .analyticsFigures, nil), (backend("insight:read"), .pageLink, nil),
        (backend("figures:read"), .analyticsSummary, "this key lacks the scope \"insight\""),
        (backend("figures:read"), .pageLink, "this key lacks the scope \"insight\""),
        (backend("insight"), .analyticsFigures, "this key lacks the scope \"figures\""),
        (backend("triggers:read"), .submitTrigger, "this key may only read with the scope \"triggers\""),
        (backend("*:read"), .putUser, "this key may only read with the scope \"directory\""),
        (backend("catalog:read"), .lintCatalog, nil), (backend("catalog:read"), .diffCatalogTraffic, nil),
        (backend("catalog:read"), .putCatalog, "this key may only read with the scope \"catalog\""),
        (backend("people:read"), .listDevices, nil),
        (backend("people:read"), .syncDevice, "this key may only read with the scope \"people\""),
        (backend("people:read", "people"), .syncDevice, nil),
        (backend("triggers:read"), .why, "this key lacks the scope \"insight\""),
        (backend("triggers:write"), .listTriggers, "this key lacks the scope \"triggers\""),
        (backend("*"), .realtimeTicket, "this endpoint needs an end user's token"), (user, .realtimeTicket, nil),
        (backend("*"), .stream, "this endpoint needs an end user's token"), (user, .stream, nil),
        (device, .stream, noDevice),
    ]

    @Test("is decided by scope and kind", arguments: examples)
    func access(caller: Caller, route: APIRoute, refusal: String?) {
        if let refusal {
            #expect(throws: Problem(.scopeMissing, refusal)) { try caller.check(route) }
        } else {
            #expect(throws: Never.self) { try caller.check(route) }
        }
    }

    @Test("A key that only reads changes nothing")
    func readOnly() {
        let reader = Self.backend("*:read")
        let calls = APIRoutes.all.filter { route in
            if case .backend = route.access { (try? reader.check(route)) != nil } else { false }
        }
        #expect(
            calls.filter { $0.method != .get }.map(\.path).sorted()
                == ["/api/v1/catalog/diff", "/api/v1/catalog/lint", "/api/v1/pages/ticket"]
        )
        #expect(calls.count > 10)
    }

    @Test("A device key replaces an address, syncs and reports on single notifications, and no more")
    func deviceCalls() {
        let calls = APIRoutes.all.filter { $0.access == .userDeviceOrBackend }
        #expect(Set(calls) == [.changeDevice, .syncDevice, .markReceived, .markOpened, .markDismissed])
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
