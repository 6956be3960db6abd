import PealCore
import Testing

@Suite("Bodies, codings and tokens that clients send", .sharedSandbox())
struct WireCorpusTests {
    let sandbox: Sandbox
    let nhs: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        nhs = sandbox.backend("nhs")
    }

    @Test("two spellings of a token are one device", arguments: CorpusFile.rows("tokens"))
    func token(_ row: CorpusRow) async throws {
        let anna = try await nhs.user("token")
        let body: JSON = ["provider": "expo", "platform": "ios", "token": JSON(row.input)]
        let reply = try await anna.register(body)
        guard let canonical = row.value.string else {
            #expect(reply.status == 422 && reply.pointers == ["/token"], "\(row) \(reply)")
            return
        }
        #expect(reply.status / 100 == 2, "\(row) \(reply)")
        let again = try await anna.register(body.with("token", "\(canonical)"))
        #expect(again.status == 200 && again.json["id"] == reply.json["id"], "\(row) \(again)")
    }

    @Test("a body that is empty or in a spelling of JSON's media type is read", arguments: CorpusFile.rows("bodies"))
    func body(_ row: CorpusRow) async throws {
        let anna = try await nhs.user("body")
        let sent = JSON(row.input)
        let type = sent["type"].string.map { [("content-type", $0)] } ?? []
        let bytes = Array((sent["body"].string ?? "").utf8)
        let reply = try await anna.api.send(raw: "POST", "/api/v1/notifications/seen", bytes, headers: type)
        #expect(JSON(row.value).int == (reply.status / 100 == 2 ? 200 : reply.status), "\(row) \(reply)")
    }

    /// An empty object, coded.
    private static let coded: [String: [UInt8]] = [
        "plain": Array("{}".utf8),
        "gzip": [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xAB, 0xAE, 0x05, 0x00, 0x43, 0xBF, 0xA6, 0xA3,
            0x02,
            0x00, 0x00, 0x00,
        ],
        "deflate": [0x78, 0x9C, 0xAB, 0xAE, 0x05, 0x00, 0x01, 0x75, 0x00, 0xF9],
    ]

    @Test(
        "a coded body is read or refused for its coding, and a header that lies is refused",
        arguments: CorpusFile.rows("codings")
    )
    func coding(_ row: CorpusRow) async throws {
        let anna = try await nhs.user("coding")
        let (encoding, sent) = (JSON(row.input)["encoding"].string ?? "", JSON(row.input)["sent"].string ?? "")
        let reply = try await anna.api.send(
            raw: "POST",
            "/api/v1/notifications/seen",
            Self.coded[sent],
            headers: [("content-type", "application/json"), ("content-encoding", encoding)]
        )
        let allowed: [Int] =
            switch row.value.string {
            case "read": [200, 204]
            case "read-or-415": [200, 204, 415]
            default: [400, 415]
            }
        #expect(allowed.contains(reply.status), "\(row) \(reply)")
        if reply.status == 415, row.value.string == "read-or-415" {
            #expect(reply["accept-encoding"] != nil, "\(reply)")
        }
    }
}
