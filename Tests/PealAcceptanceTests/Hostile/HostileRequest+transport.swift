extension HostileRequest {
    private static let triggers = "/api/v1/triggers"

    /// Paths, methods, media types, sizes and what is no JSON.
    static let transport: [HostileRequest] = [
        HostileRequest("unknown path", "GET", "/api/v1/nothing", 404, "not-found"),
        HostileRequest("unknown path at the root", "GET", "/admin.php", 404, "not-found"),
        HostileRequest("unknown version", "POST", "/api/v2/triggers", body: "{}", 404, "not-found"),
        HostileRequest("path traversal", "GET", "/../../etc/passwd", as: .nobody, 404, "not-found"),
        HostileRequest("escaped path traversal", "GET", "/%2e%2e/%2e%2e/etc/passwd", as: .nobody, 404, "not-found"),
        HostileRequest("traversal in an identifier", "GET", "/api/v1/users/..%2f..%2fetc%2fpasswd", 404, "not-found"),
        HostileRequest("wrong method", "PATCH", triggers, body: "{}", 405, "method-not-allowed"),
        HostileRequest("wrong method on a catalog", "DELETE", "/api/v1/catalog", 405, "method-not-allowed"),
        HostileRequest("wrong method on health", "POST", "/healthz", body: "{}", 405, "method-not-allowed"),
        HostileRequest("unusual method", "PROPFIND", triggers, 405, "method-not-allowed"),
        HostileRequest("plain text", "POST", triggers, body: "{}", type: "text/plain", 415, "unsupported-media-type"),
        HostileRequest("no media type", "POST", triggers, body: "{}", type: nil, 415, "unsupported-media-type"),
        HostileRequest(
            "a form",
            "POST",
            triggers,
            body: "type=kudos",
            type: "application/x-www-form-urlencoded",
            415,
            "unsupported-media-type"
        ),
        HostileRequest(
            "another charset",
            "POST",
            triggers,
            body: "{}",
            type: "application/json; charset=latin1",
            415,
            "unsupported-media-type"
        ),
        HostileRequest(
            "XML",
            "PUT",
            "/api/v1/users/ghost",
            body: "<a/>",
            type: "application/xml",
            415,
            "unsupported-media-type"
        ),
        malformed("empty body", []),
        malformed("half an object", Array(#"{"type":"#.utf8)),
        malformed("trailing garbage", Array(#"{"type":"kudos"} x"#.utf8)),
        malformed("two values", Array("{}{}".utf8)),
        malformed("single quotes", Array("{'type':'kudos'}".utf8)),
        malformed("a comment", Array(#"{/* hi */"type":"kudos"}"#.utf8)),
        malformed("a trailing comma", Array(#"{"type":"kudos",}"#.utf8)),
        malformed("NaN", Array(#"{"type":NaN}"#.utf8)),
        malformed("a number too large", Array(#"{"type":"kudos","data":{"days":1e999}}"#.utf8)),
        malformed("leading zero", Array(#"{"data":{"days":012}}"#.utf8)),
        malformed("broken UTF-8", [0x7B, 0x22, 0x74, 0x22, 0x3A, 0x22, 0xC3, 0x28, 0x22, 0x7D]),
        malformed("overlong UTF-8", [0x7B, 0x22, 0x74, 0x22, 0x3A, 0x22, 0xC0, 0xAF, 0x22, 0x7D]),
        malformed("half a surrogate pair", Array(#"{"type":"\ud83d"}"#.utf8)),
        malformed("a raw control character", Array(#"{"type":"a\#u{01}b"}"#.utf8)),
        malformed("the same member twice", Array(#"{"type":"kudos","type":"system"}"#.utf8)),
        malformed("10,000 levels deep", Array((String(repeating: "[", count: 10_000)).utf8)),
        malformed(
            "40 levels deep",
            Array(
                (#"{"type":"kudos","data":{"from":"# + String(repeating: "[", count: 40)
                    + String(repeating: "]", count: 40) + "}}").utf8
            )
        ),
        HostileRequest.trigger("an array", "[]", 422, "invalid", [""]),
        HostileRequest.trigger("null", "null", 422, "invalid", [""]),
        HostileRequest.trigger("a string", #""kudos""#, 422, "invalid", [""]),
    ]

    private static func malformed(_ name: String, _ bytes: [UInt8]) -> HostileRequest {
        HostileRequest(name, "POST", triggers, bytes: bytes, 400, "malformed-json")
    }
}
