import PealCore
import Testing

@Suite("Links a notification may carry")
struct LinkPolicyTests {
    private let policy = LinkPolicy(
        scheme: "reports",
        hosts: ["reports.example.org"],
        routes: ["/", "/reports", "/reports/{id}", "/a/{x}/b"],
        fallback: "/reports"
    )

    @Test(
        "an app path, the own scheme and listed hosts pass",
        arguments: [
            "/", "/reports", "/reports/r1", "/reports/r-1_2.3~x", "/reports/r1?highlight=2&x=%C3%A9", "/reports/r1#top",
            "/reports/%C3%A9t%C3%A9", "/a/1/b", "reports:///reports/r1", "reports://reports/r1", "REPORTS://reports/r1",
            "https://reports.example.org/reports/r1", "https://REPORTS.example.org", "/reports/r1?next=//evil.example",
            "/reports/...", "/reports/a%2fb", "/reports/a%5Cb", "/reports/2026%2F11%2F28", "/reports/a%2f...%2fb",
        ]
    )
    func passes(link: String) { #expect(policy.allows(link)) }

    @Test(
        "everything else is refused",
        arguments: [
            "", "reports", "reports/r1", "?x=1", "#x", "/other", "/reports/", "/reports//r1",
            "//evil.example/reports/r1",
            "///reports", "/reports/r1/edit", "/a//b", "/a/1/b/", "/reports/..", "/reports/.", "/reports/../reports/r1",
            "/reports/%2e%2e", "/reports/%2E", "/reports/a%2f..", "/reports/%2e%2e%5Cx", "/reports/a%2F.%2Fb",
            "/reports%2fr1",
            "/reports/a%2f%2e%2e%2fb", "/a%2f1%2fb", "/reports/%00", "/reports/%0a",
            "/reports/%", "/reports/%4", "/reports/%zz", "/reports/%ff", "/reports/a b", "/reports/a\\b",
            "/reports/a\n",
            "/reports/a\u{0}", "/reports/\u{202E}1r", "/reports/é", "/reports/<script>", "/reports/\"x",
            "/reports/r1#a#b",
            "javascript:alert(1)", "javascript://reports/r1", "data:text/html,x", "file:///reports/r1",
            "http://reports.example.org/reports/r1", "https://evil.example/reports/r1",
            "https://reports.example.org.evil.example/reports/r1", "https://reports.example.org@evil.example/reports",
            "https://user@reports.example.org/reports", "https://reports.example.org:8443/reports", "https:///reports",
            "https:/reports", "://reports", "match://reports/r1", " /reports", "/reports ", "reports://../reports",
            "intent://reports/r1#Intent;end", "/REPORTS",
        ]
    )
    func refuses(link: String) { #expect(!policy.allows(link)) }

    @Test("a link longer than the bound is refused", arguments: [(2039, true), (2040, false)])
    func bounded(length: Int, passes: Bool) {
        #expect(policy.allows("/reports/" + String(repeating: "a", count: length)) == passes)
    }

    @Test("without a scheme of its own an app takes no foreign one", arguments: ["://reports", "reports://reports"])
    func noScheme(link: String) {
        let bare = LinkPolicy(scheme: "", hosts: [], routes: ["/reports"], fallback: "/reports")
        #expect(!bare.allows(link))
    }

    @Test(
        "values are escaped into links, and what then matches nothing becomes the fallback",
        arguments: [
            ("/reports/{{id}}", "r1", "/reports/r1"),
            ("/reports/{{id}}", "Müller & Sohn?", "/reports/M%C3%BCller%20%26%20Sohn%3F"),
            ("/reports/{{id}}", "..", "/reports"),
            ("/reports/{{id}}", "r1/../../x", "/reports"), ("/reports/{{id}}", "2026/11/28", "/reports/2026%2F11%2F28"),
            ("/reports/{{id}}", "a\\b", "/reports/a%5Cb"), ("/reports/{{id}}", "..\\x", "/reports"),
            ("/reports?at={{id}}", "a&b=c#d", "/reports?at=a%26b%3Dc%23d"),
            ("{{id}}", "/a/1/b?x=1", "/a/1/b?x=1"),
            ("{{id}}", "https://evil.example/reports", "/reports"),
            ("{{id}}", "", "/reports"),
        ]
    )
    func renders(source: String, value: String, link: String) throws {
        let template = try Template(source)
        #expect(policy.link(from: template) { _ in value } == link)
    }

    @Test(
        "a query parameter that names an omitted variable is left out (RFC 6570 §3.2.8)",
        arguments: [
            ("/reports?at={{id}}", "/reports"), ("/reports?at={{id}}&by={{by}}", "/reports?by=me"),
            ("/reports?by={{by}}&at={{id}}#top", "/reports?by=me#top"), ("/reports?at={{by}}-{{id}}", "/reports"),
            ("/reports/{{id}}", "/reports"), ("/a/{{id}}/b", "/reports"), ("{{id}}", "/reports"),
            ("/reports/r1#{{id}}", "/reports/r1#"),
        ]
    )
    func omitted(source: String, link: String) throws {
        #expect(policy.link(from: try Template(source)) { $0 == "by" ? "me" : nil } == link)
    }

    @Test(
        "gives a link its address on the web, where the app has a web client",
        arguments: [
            ("/reports/r1?a=b", "https://app.example/reports/r1?a=b"),
            ("reports://reports/r1", "https://app.example/reports/r1"),
            ("reports:///reports/r1", "https://app.example/reports/r1"),
            ("https://www.example/reports/r1", "https://www.example/reports/r1"), ("", nil), ("reports", nil),
        ] as [(String, String?)]
    )
    func webAddress(_ link: String, address: String?) {
        var policy = LinkPolicy(scheme: "reports", hosts: [], routes: ["/"], fallback: "/")
        #expect(policy.webAddress(of: link) == (link.hasPrefix("https://") ? link : nil))
        policy.webOrigin = "https://app.example"
        #expect(policy.webAddress(of: link) == address)
    }
}
