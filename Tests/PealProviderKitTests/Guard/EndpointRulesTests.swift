import PealProviderKit
import Testing

@Suite("The rules for endpoints")
struct EndpointRulesTests {
    @Test(
        "put a URL together anew",
        arguments: [
            ("https://fcm.googleapis.com/wp/a", "https://fcm.googleapis.com/wp/a"),
            ("HTTPS://FCM.GoogleAPIs.com/Wp/A?b=C", "https://fcm.googleapis.com/Wp/A?b=C"),
            ("https://fcm.googleapis.com:443/x", "https://fcm.googleapis.com/x"),
            ("https://fcm.googleapis.com", "https://fcm.googleapis.com/"),
            ("https://fcm.googleapis.com?q", "https://fcm.googleapis.com/?q"),
            ("https://a.b/%41~!$&'()*+,;=:@/-._", "https://a.b/%41~!$&'()*+,;=:@/-._"),
        ]
    )
    func text(_ url: String, text: String) throws {
        #expect(try EndpointRules.publicHosts.check(url).text == text)
    }

    @Test(
        "know the origin, with a port only where it is not 443",
        arguments: [
            ("https://a.b:443/c", "https://a.b"), ("https://a.b:8443/c", "https://a.b:8443"),
            ("http://[::1]/c", "https://[0:0:0:0:0:0:0:1]:80"),
        ]
    )
    func origin(url: String, origin: String) throws {
        let rules = try EndpointRules(allowedHosts: nil, ports: [443, 8443], exceptions: ["http://[::1]:80"])
        #expect(try rules.check(url).origin == origin)
    }

    @Test(
        "name what is wrong",
        arguments: [
            ("", EndpointProblem.malformed), ("fcm.googleapis.com/x", .malformed), ("http://a.b/", .insecure),
            ("ftp://a.b/", .insecure), ("https://u@a.b/", .userInfo), ("https://u:p@a.b/", .userInfo),
            ("https://a.b/#f", .fragment), ("https:///x", .host), ("https://intranet/", .host),
            ("https://a.b./", .host),
            ("https://127.0.0.1/", .address), ("https://2130706433/", .address), ("https://0x7f.1/", .address),
            ("https://[::1]/", .address), ("https://a.b:80/", .port), ("https://a.b:/", .port),
            ("https://a.b:0443/", .port), ("https://a.b:65536/", .port), ("https://a.b/ x", .malformed),
            ("https://a.b/\\x", .malformed), ("https://ä.b/", .malformed), ("https://a.b/%0d%0aX:1", .malformed),
            ("https://a.b/%zz", .malformed), ("https://a.b/" + String(repeating: "a", count: 2037), .tooLong),
        ]
    )
    func problems(_ url: String, problem: EndpointProblem) {
        #expect(throws: problem) { try EndpointRules.publicHosts.check(url) }
    }

    @Test("take a URL of 2,048 bytes")
    func longest() throws {
        let url = "https://a.b/" + String(repeating: "a", count: 2036)
        #expect(try EndpointRules.publicHosts.check(url).text.utf8.count == 2048)
    }

    @Test(
        "hold a host against the list",
        arguments: [
            ("fcm.googleapis.com", true), ("web.push.apple.com", true), ("a.b.push.apple.com", true),
            ("push.apple.com", false), ("evilpush.apple.com", false), ("fcm.googleapis.com.evil.net", false),
            ("xfcm.googleapis.com", false), ("googleapis.com", false),
        ]
    )
    func list(_ host: String, isAllowed: Bool) throws {
        let rules = try EndpointRules(allowedHosts: ["FCM.googleapis.com", "*.push.apple.com"])
        if isAllowed {
            #expect(try rules.check("https://\(host)/").host == host)
        } else {
            #expect(throws: EndpointProblem.notAllowed) { try rules.check("https://\(host)/") }
        }
    }

    private static let excepting = [
        "127.0.0.1:8443", "http://127.0.0.1:8080", "push.intern:443", "[::1]:8443",
    ]

    @Test(
        "let an exception pass by its host and port alone, in the clear only where it says so",
        arguments: [
            ("https://127.0.0.1:8443/x", false, "https://127.0.0.1:8443/x"),
            ("http://127.0.0.1:8080/x", true, "http://127.0.0.1:8080/x"),
            ("https://127.0.0.1:8080/x", true, "http://127.0.0.1:8080/x"), ("https://push.intern/", false, nil),
            ("https://[0::1]:8443/", false, nil),
        ] as [(String, Bool, String?)]
    )
    func exceptions(url: String, isClear: Bool, text: String?) throws {
        let found = try EndpointRules(allowedHosts: ["a.b"], exceptions: Self.excepting).check(url)
        #expect(found.isException && found.isClear == isClear)
        if let text { #expect(found.text == text) }
    }

    @Test(
        "let nothing else of an exception's host pass",
        arguments: [
            ("http://127.0.0.1:8443/x", .insecure), ("https://127.0.0.1:8444/", .address),
            ("https://127.0.0.2:8443/", .address), ("https://127.1:8443/", .address),
        ] as [(String, EndpointProblem)]
    )
    func nearExceptions(url: String, problem: EndpointProblem) throws {
        let rules = try EndpointRules(allowedHosts: ["a.b"], exceptions: Self.excepting)
        #expect(throws: problem) { try rules.check(url) }
    }

    @Test("refuse what can be no rule, all at once")
    func configuration() throws {
        let error = try #require(throws: EndpointRulesError.self) {
            try EndpointRules(
                allowedHosts: ["ok.example", "*", "*.com:1", "a b", "", "*.*.x.y", "1.2.3.4"],
                ports: [0],
                exceptions: ["ok:1", "host", "host:0", "host:65536", "[fe80::1%25eth0]:1", "127.1:80", "ftp://a:1"]
            )
        }
        #expect(error.problems.count == 13)
    }
}
