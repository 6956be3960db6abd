import PealGzip
import Testing

/// Bodies as the libraries of clients send them.
@Suite("Contract: forms of bodies", .sharedSandbox())
struct BodyFormTests {
    let gss: Backend
    let ann: SignedInUser

    init() async throws {
        gss = try SharedSandbox.sandbox.backend("gss")
        ann = try await gss.user("forms")
    }

    private func send(_ method: String, _ path: String, _ body: [UInt8]?, _ headers: [(String, String)]) async throws
        -> Reply
    {
        try await ann.api.send(raw: method, "/api/v1/\(path)", body, headers: headers)
    }

    private static let types: [String] = [
        "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
        "application/octet-stream",
        "*/*", "", "application/json; charset=latin1",
    ]

    @Test("an empty body with any media type is no body", arguments: types)
    func empty(type: String) async throws {
        for path in ["read-all", "seen", "restore"] {
            let reply = try await send("POST", "notifications/\(path)", [], [("content-type", type)])
            #expect(reply.status == 200, "\(reply)")
        }
        let reset = "users/me/notification-preferences/reset"
        #expect(try await send("POST", reset, [], [("content-type", type)]).status == 200)
        #expect(try await send("DELETE", "notifications", [], [("content-type", type)]).status == 200)
    }

    @Test("and so is one without a single chunk", arguments: types)
    func chunkless(type: String) async throws {
        let headers = [("content-type", type), ("transfer-encoding", "chunked")]
        for path in ["read-all", "seen", "restore"] {
            let reply = try await send("POST", "notifications/\(path)", [], headers)
            #expect(reply.status == 200, "\(reply)")
        }
    }

    @Test("a body that says something needs the media type of what it says", arguments: types)
    func notEmpty(type: String) async throws {
        for more in [[], [("transfer-encoding", "chunked")]] {
            let reply = try await send(
                "POST",
                "notifications/read-all",
                Array("{}".utf8),
                [("content-type", type)] + more
            )
            #expect(reply.status == 415, "\(reply)")
        }
    }

    @Test(
        "UTF-8 is read under each of its names",
        arguments: [
            "utf8", "UTF8", "Utf-8", "\"utf-8\"", "\"UTF8\"", "'utf-8'", " utf8", "utf-8; charset=utf8",
            "\"utf8\"; x=y",
        ]
    )
    func charset(name: String) async throws {
        let type = "application/json; charset=\(name)"
        let reply = try await send("POST", "notifications/read-all", Array("{}".utf8), [("content-type", type)])
        #expect(reply.status == 200, "\(reply)")
    }

    @Test(
        "another charset is refused",
        arguments: [
            "latin1", "iso-8859-1", "utf-16", "utf16", "utf-7", "windows-1252", "utf-8; charset=latin1", "", "utf 88",
        ]
    )
    func otherCharset(name: String) async throws {
        let type = "application/json; charset=\(name)"
        let reply = try await send("POST", "notifications/read-all", Array("{}".utf8), [("content-type", type)])
        #expect(reply.code == "unsupported-media-type", "\(reply)")
    }

    private func put(_ body: [UInt8], coding: String, path: String = "users/zipped") async throws -> Reply {
        let headers = [("content-type", "application/json"), ("content-encoding", coding)]
        return try await gss.api.send(raw: "PUT", "/api/v1/\(path)", body, headers: headers)
    }

    private static func name(of length: Int) -> [UInt8] {
        Array(#"{"attributes":{"a":""#.utf8) + [UInt8](repeating: 0x61, count: length) + Array(#""}}"#.utf8)
    }

    @Test("gzip is read", arguments: ["gzip", "x-gzip", "GZIP", " gzip ", "identity, gzip", "gzip, identity"])
    func gzip(coding: String) async throws {
        let body = try #require(Gzip.compress(Self.name(of: 5_000)))
        let reply = try await put(body, coding: coding)
        #expect([200, 201].contains(reply.status), "\(reply)")
        #expect(try await gss.api.get("/api/v1/users/zipped")["attributes"]["a"].string?.count == 5_000)
    }

    @Test("gzip in several members is read, as `cat` joins files")
    func members() async throws {
        let body =
            try #require(Gzip.compress(Array(#"{"name":"#.utf8)))
            + (try #require(Gzip.compress(Array(#""Zoe"}"#.utf8))))
        #expect([200, 201].contains(try await put(body, coding: "gzip", path: "users/members").status))
        #expect(try await gss.api.get("/api/v1/users/members")["name"].string == "Zoe")
    }

    @Test("the limit counts what is behind the gzip", arguments: [300_000, 3_000_000, 200_000_000])
    func bomb(length: Int) async throws {
        let body = try #require(Gzip.compress([UInt8](repeating: 0x20, count: length), .best))
        #expect(body.count < 256 * 1024)
        #expect(try await put(body, coding: "gzip").code == "body-too-large")
    }

    @Test(
        "another coding is refused with those that are read",
        arguments: ["br", "deflate", "zstd", "compress", "gzip, gzip", "gzip, br", "x", "aes128gcm"]
    )
    func otherCoding(coding: String) async throws {
        let reply = try await put(Array("{}".utf8), coding: coding)
        #expect(reply.status == 415, "\(reply)")
        #expect(reply["accept-encoding"] == "gzip, identity")
    }

    @Test("another media type is not told apart by the codings")
    func mediaType() async throws {
        let reply = try await gss.api.send(
            raw: "PUT",
            "/api/v1/users/x",
            [0x7B, 0x7D],
            headers: [("content-type", "text/plain")]
        )
        #expect(reply.status == 415)
        #expect(reply["accept-encoding"] == nil)
    }

    private static let lies: [[UInt8]] = {
        let whole = Gzip.compress(Array(#"{"name":"Zoe"}"#.utf8)) ?? []
        return [
            Array("{}".utf8), Array(whole.dropLast()), Array(whole.prefix(9)), whole + [0], whole + Array("{}".utf8),
            [0x1F, 0x8B], [], Array(whole.dropFirst()),
        ]
    }()

    @Test("a header that lies is refused", arguments: lies)
    func lie(body: [UInt8]) async throws {
        let reply = try await put(body, coding: "gzip")
        #expect(reply.status == 400, "\(reply)")
        #expect(reply.pointers == ["header:Content-Encoding"], "\(reply)")
    }

    @Test("gzip without its header is no JSON")
    func unsaid() async throws {
        let reply = try await put(try #require(Gzip.compress(Array("{}".utf8))), coding: "identity")
        #expect(reply.code == "malformed-json")
    }

    @Test(
        "a byte order mark before JSON is passed over",
        arguments: ["{}", " {}", #"{"name":"Zoë"}"#, "\n{\"roles\":[]}"]
    )
    func mark(text: String) async throws {
        for coding in ["identity", "gzip"] {
            let plain = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
            let body = coding == "gzip" ? try #require(Gzip.compress(plain)) : plain
            let reply = try await put(body, coding: coding, path: "users/marked")
            #expect([200, 201].contains(reply.status), "\(reply)")
        }
    }

    @Test(
        "one that stands elsewhere, twice or alone, and that of UTF-16, is refused",
        arguments: [
            "\u{FEFF}\u{FEFF}{}", " \u{FEFF}{}", "{}\u{FEFF}", "{\u{FEFF}}", "\u{FEFF}",
        ].map { Array($0.utf8) } + [[0xFF, 0xFE, 0x7B, 0, 0x7D, 0], [0xFE, 0xFF, 0, 0x7B, 0, 0x7D]]
    )
    func otherMark(body: [UInt8]) async throws {
        #expect(try await put(body, coding: "identity").code == "malformed-json")
    }
}
