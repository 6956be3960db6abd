import HTTPTypes
import NIOCore
import NIOWebSocket
import PealRealtime
import PealWire
import Testing

@testable import PealHTTP

@Suite("How live messages are framed")
struct FramingTests {
    private static let message = StreamMessage(
        kind: .badgeChanged,
        channel: .inbox,
        cursor: "c1",
        data: Array(#"{"count":1}"#.utf8)
    )
    private static let json = #"{"kind":"badge.changed","channel":"inbox","cursor":"c1","data":{"count":1}}"#

    static let events: [(StreamFrame, String)] = [
        (.opened(.inbox, cursor: "c0"), "id: c0\n\n"),
        (.message(message), "event: badge.changed\nid: c1\ndata: \(json)\n\n"),
        (.ping(cursor: "c2"), ": ping\nid: c2\n\n"), (.ping(cursor: nil), ": ping\n\n"),
        (.end(.restart, retry: .milliseconds(4_100)), ": restart\nretry: 4100\n\n"),
        (.end(.gone, retry: .zero), ""), (.answer(Array("{}".utf8)), ""),
    ]

    @Test("as server-sent events", arguments: events)
    func asEvents(_ frame: StreamFrame, _ text: String) {
        #expect(String(decoding: EventStreamOutput.bytes(frame), as: UTF8.self) == text)
    }

    static let texts: [(StreamFrame, String?)] = [
        (.opened(.inbox, cursor: "c0"), #"{"op":"subscribed","channel":"inbox","cursor":"c0"}"#),
        (.message(message), json), (.ping(cursor: "c2"), #"{"op":"ping","cursor":"c2"}"#),
        (.answer(Array("{}".utf8)), "{}"), (.end(.restart, retry: .zero), nil),
    ]

    @Test("as texts of a WebSocket", arguments: texts)
    func asTexts(_ frame: StreamFrame, _ text: String?) {
        #expect(SocketOutput.text(frame).map { String(decoding: $0, as: UTF8.self) } == text)
    }

    @Test("a long text is sent in frames of 64 KiB", arguments: [0, 1, 65_536, 65_537, 200_000])
    func fragments(_ size: Int) {
        let frames = SocketOutput.fragments([UInt8](repeating: 7, count: size))
        #expect(frames.allSatisfy { $0.data.readableBytes <= 65_536 })
        #expect(frames.reduce(0) { $0 + $1.data.readableBytes } == size)
        #expect(frames.map(\.fin) == frames.indices.map { $0 == frames.count - 1 })
        #expect(frames.map(\.opcode) == frames.indices.map { $0 == 0 ? .text : .continuation })
    }

    static let closes: [(StreamEnd, UInt16?, String?)] = [
        (.restart, 1012, "restart retry=4100"), (.failed, 1011, "failed retry=4100"),
        (.malformed, 4400, "malformed"), (.expired, 4401, "token-expired retry=4100"), (.revoked, 4403, "revoked"),
        (.silent, 4408, "silent retry=4100"), (.flooding, 4429, "flooding retry=4100"), (.gone, nil, nil),
        (.slow, nil, nil),
    ]

    @Test("every end has its close code, and says whether to come back", arguments: closes)
    func close(_ end: StreamEnd, _ code: UInt16?, _ reason: String?) {
        let close = SocketClose(end, retry: .milliseconds(4_100))
        #expect(close?.code == code && close?.reason == reason)
        #expect(Set(Self.closes.map(\.0)) == Set(StreamEnd.allCases))
    }

    static let handshakes: [(name: String, change: @Sendable (inout HTTPFields) -> Void, status: Int?)] = [
        ("complete", { _ in }, nil),
        ("no upgrade", { $0[.upgrade] = nil }, 426),
        ("another protocol", { $0[.upgrade] = "h2c" }, 426),
        ("connection kept", { $0[.connection] = "keep-alive" }, 426),
        ("several words", { $0[.connection] = "keep-alive, Upgrade" }, nil),
        ("an old version", { $0[.secWebSocketVersion] = "8" }, 426),
        ("no key", { $0[.secWebSocketKey] = nil }, 422),
        ("a short key", { $0[.secWebSocketKey] = "YQ==" }, 422),
        ("other subprotocols", { $0[.secWebSocketProtocol] = "graphql-ws" }, 422),
        ("our subprotocol and a token", { $0[.secWebSocketProtocol] = "peal.v1, bearer.x.y.z" }, nil),
    ]

    @Test("a handshake is accepted or refused", arguments: handshakes.indices)
    func handshake(_ index: Int) throws {
        var fields: HTTPFields = [.upgrade: "websocket", .connection: "Upgrade", .secWebSocketVersion: "13"]
        fields[.secWebSocketKey] = "dGhlIHNhbXBsZSBub25jZQ=="
        let (name, change, status) = Self.handshakes[index]
        change(&fields)
        do throws(Problem) {
            let answer = try SocketHandshake.answer(fields)
            #expect(status == nil, "\(name)")
            // The example of RFC 6455 §1.3.
            #expect(answer[.secWebSocketAccept] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
            #expect(answer[.secWebSocketProtocol] == (fields[.secWebSocketProtocol] == nil ? nil : "peal.v1"))
        } catch {
            #expect(error.status == status, "\(name)")
        }
    }

    @Test(
        "a token among the subprotocols",
        arguments: [("peal.v1,bearer.a.b.c", "a.b.c"), ("peal.v1", nil), (nil, nil)] as [(String?, String?)]
    )
    func token(protocols: String?, token: String?) {
        let fields: HTTPFields = protocols.map { [.secWebSocketProtocol: $0] } ?? [:]
        #expect(SocketProtocols(fields).token == token)
        #expect(SocketProtocols(fields).isAcceptable)
    }
}
