import Testing

@testable import PealHTTP

@Suite("Where clients find the server")
struct PublicURLTests {
    @Test(
        "is an origin and a path",
        arguments: [
            ("https://example.org", "https://example.org", ""), ("https://example.org/", "https://example.org", ""),
            ("https://example.org/peal", "https://example.org/peal", "/peal"),
            ("https://example.org/peal/", "https://example.org/peal", "/peal"),
            ("https://example.org:8443/a/b-c", "https://example.org:8443/a/b-c", "/a/b-c"),
            ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x", "/x"),
            ("https://[::1]/~p", "https://[::1]/~p", "/~p"),
        ]
    )
    func read(_ written: String, _ text: String, _ path: String) {
        let address = PublicURL(written)
        #expect(address?.text == text && address?.path == path)
    }

    @Test(
        "is refused in any other form",
        arguments: [
            "", "example.org/peal", "/peal", "ftp://example.org", "https://", "https:///peal",
            "https://example.org//peal",
            "https://example.org/a/../b", "https://example.org/peal?x=1", "https://example.org/peal#x",
            "https://user@example.org/", "https://example.org/{id}", "https://example.org/p%20x",
            "https://example.org/a b",
        ]
    )
    func refused(_ written: String) { #expect(PublicURL(written) == nil) }

    @Test(
        "is found with its path, and without it",
        arguments: [
            ("/peal/pages.js", "/pages.js"), ("/pages.js", "/pages.js"), ("/peal", "/"), ("/peal/", "/"),
            ("/pealed/pages.js", "/pealed/pages.js"), ("/peal/peal/x", "/peal/x"), ("/", "/"), ("", ""),
        ]
    )
    func local(_ requested: String, _ path: String) {
        #expect(PublicURL("https://example.org/peal")?.local(requested) == path)
        #expect(PublicURL("https://example.org")?.local(requested) == requested)
    }
}
