import HTTPTypes
import PealCore
import Testing

@testable import PealHTTP

@Suite("Web origins")
struct AllowedOriginsTests {
    private static let origins = AllowedOrigins([
        "gss": ["https://gss.example", "http://localhost:3000"], "nhs": ["https://nhs.example"], "match": [],
    ])

    static let examples: [(origin: String, app: AppID?, allowed: Bool)] = [
        ("https://gss.example", "gss", true), ("http://localhost:3000", "gss", true),
        ("https://gss.example", nil, true),
        ("https://nhs.example", nil, true), ("https://nhs.example", "gss", false),
        ("https://gss.example", "match", false),
        ("https://gss.example", "nowhere", false), ("http://gss.example", "gss", false),
        ("https://gss.example:443", "gss", false), ("https://gss.example/", "gss", false),
        ("https://gss.example.evil", "gss", false), ("https://evil.gss.example", "gss", false), ("null", "gss", false),
        ("*", nil, false), ("", nil, false),
    ]

    @Test("an answer is readable by an origin of the caller's own app alone", arguments: examples)
    func answer(origin: String, app: AppID?, allowed: Bool) {
        let fields = Self.origins.fields(origin, app: app)
        #expect(fields[.accessControlAllowOrigin] == (allowed ? origin : nil))
        #expect((fields[.accessControlExposeHeaders] != nil) == allowed)
        #expect(fields[.vary] == "Origin")
        #expect(fields[.accessControlAllowCredentials] == nil)
    }

    @Test("a preflight tells an allowed origin what it may send")
    func allowedPreflight() {
        let fields = Self.origins.preflight("https://nhs.example")
        #expect(fields[.accessControlAllowOrigin] == "https://nhs.example")
        #expect(fields[.accessControlAllowMethods] == "GET, PUT, POST, PATCH, DELETE")
        let headers = fields[.accessControlAllowHeaders] ?? ""
        for header in ["Authorization", "Content-Type", "Idempotency-Key"] { #expect(headers.contains(header)) }
        #expect(fields[.accessControlMaxAge] == "600")
    }

    @Test("a preflight tells any other origin nothing", arguments: ["https://evil.example", "null", "*"])
    func refusedPreflight(origin: String) {
        let fields = Self.origins.preflight(origin)
        #expect(fields.count == 1)
        #expect(fields[.vary] == "Origin")
    }
}
