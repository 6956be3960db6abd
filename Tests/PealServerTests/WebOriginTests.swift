import Testing

@testable import PealServer

@Suite("Origins in the configuration")
struct WebOriginTests {
    @Test(
        "One that a browser can send is taken",
        arguments: [
            "https://app.example", "http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:3000",
            "https://[::1]",
            "capacitor://localhost", "https://xn--mnchen-3ya.example", "https://app.example:8443",
            "http://app.example:443",
        ]
    )
    func sound(origin: String) {
        #expect(WebOrigin.problem(with: origin) == nil)
    }

    @Test(
        "One that never matches is a problem",
        arguments: [
            ("app.example/foo", "is not an origin"), ("app.example", "is not an origin"), ("null", "is not an origin"),
            ("*", "has a wildcard"), ("https://*.app.example", "has a wildcard"), ("", "is not an origin"),
            ("https://app.example/", "ends in a slash"), ("https://app.example/foo", "has more than an origin"),
            ("https://app.example?a", "has more than an origin"), ("https://a@app.example", "has more than an origin"),
            ("https://App.example", "has no host as browsers send it"), ("https://", "has no host"),
            ("https://app example", "has no host"), ("https://münchen.example", "has no host"),
            ("HTTPS://app.example", "has no valid scheme"), ("://app.example", "has no valid scheme"),
            ("https://app.example:443", "names the usual port"), ("http://[::1]:80", "names the usual port"),
            ("https://app.example:", "has no valid port"), ("https://app.example:99999", "has no valid port"),
        ]
    )
    func wrong(origin: String, problem: String) {
        #expect(
            WebOrigin.problem(with: origin)?.hasPrefix(problem) == true,
            "\(WebOrigin.problem(with: origin) ?? "none")"
        )
    }
}
