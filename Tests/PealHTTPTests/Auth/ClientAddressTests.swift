import HTTPTypes
import NIOCore
import Testing

@testable import PealHTTP

@Suite("Where a call comes from")
struct ClientAddressTests {
    struct Example: Sendable {
        var peer: String
        var forwarded: [String] = []
        var name: String
        var isLocal = false
    }

    static let examples = [
        Example(peer: "203.0.113.7", name: "203.0.113.7"),
        Example(peer: "127.0.0.1", name: "127.0.0.1", isLocal: true),
        Example(peer: "::1", name: "0:0:0:0::/64", isLocal: true),
        Example(peer: "::ffff:127.0.0.1", name: "127.0.0.1", isLocal: true),
        // One site has 64 bits: the rest is its own to choose.
        Example(peer: "2001:db8:1:2:aaaa::1", name: "2001:db8:1:2::/64"),
        Example(peer: "2001:db8:1:2:bbbb::9", name: "2001:db8:1:2::/64"),
        // Our proxy wrote the last entry; whatever stands before it anybody may have written.
        Example(peer: "127.0.0.1", forwarded: ["203.0.113.7"], name: "203.0.113.7"),
        Example(peer: "127.0.0.1", forwarded: ["127.0.0.1, 198.51.100.1, 203.0.113.7"], name: "203.0.113.7"),
        Example(peer: "127.0.0.1", forwarded: ["198.51.100.1", "203.0.113.7"], name: "203.0.113.7"),
        Example(peer: "127.0.0.1", forwarded: ["203.0.113.7, 127.0.0.1"], name: "203.0.113.7"),
        Example(peer: "127.0.0.1", forwarded: ["2001:db8:1:2::7"], name: "2001:db8:1:2::/64"),
        Example(peer: "127.0.0.1", forwarded: ["no address"], name: "127.0.0.1"),
        // No other address is trusted.
        Example(peer: "203.0.113.7", forwarded: ["198.51.100.1"], name: "203.0.113.7"),
    ]

    @Test("is the nearest address that is no proxy of ours", arguments: examples)
    func address(_ example: Example) throws {
        var headers: HTTPFields = [:]
        headers[values: .forwardedFor] = example.forwarded
        let address = ClientAddress(
            peer: try SocketAddress(ipAddress: example.peer, port: 5),
            authority: "localhost:8080",
            headers: headers,
            proxies: ["127.0.0.1", "::1"]
        )
        #expect(address.name == example.name)
        #expect(address.isLocal == example.isLocal)
    }

    @Test(
        "is not this machine when a proxy passed the call on, whatever it says of itself",
        arguments: [
            "Forwarded", "Via", "VIA", "X-Real-IP", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
        ]
    )
    func forwarded(field: String) throws {
        let name = try #require(HTTPField.Name(field))
        let address = ClientAddress(
            peer: try SocketAddress(ipAddress: "127.0.0.1", port: 5),
            authority: "127.0.0.1:8080",
            headers: [name: "1"],
            proxies: []
        )
        #expect(!address.isLocal)
    }

    @Test(
        "is not this machine when the call is for another host, as behind a proxy that says nothing of itself",
        arguments: [
            ("localhost", true), ("127.0.0.1:8080", true), ("[::1]:8080", true), ("push.example.com", false),
            ("localhost.push.example.com", false), (nil, false),
        ] as [(String?, Bool)]
    )
    func host(authority: String?, isLocal: Bool) throws {
        let address = ClientAddress(
            peer: try SocketAddress(ipAddress: "127.0.0.1", port: 5),
            authority: authority,
            headers: [:],
            proxies: []
        )
        #expect(address.isLocal == isLocal)
    }
}
