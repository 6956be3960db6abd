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
        // As proxies of others write it.
        Example(peer: "127.0.0.1", forwarded: ["1.2.3.4:5678"], name: "1.2.3.4"),
        Example(peer: "127.0.0.1", forwarded: ["[2001:db8:1:2::1]:443"], name: "2001:db8:1:2::/64"),
        Example(peer: "127.0.0.1", forwarded: ["[2001:db8:1:2::1]"], name: "2001:db8:1:2::/64"),
        Example(peer: "127.0.0.1", forwarded: ["\"203.0.113.7\""], name: "203.0.113.7"),
        Example(peer: "127.0.0.1", forwarded: ["::ffff:203.0.113.7"], name: "203.0.113.7"),
        Example(peer: "127.0.0.1", forwarded: ["203.0.113.7:1, 127.0.0.1:2"], name: "203.0.113.7"),
        Example(peer: "127.0.0.1", forwarded: ["unknown"], name: "127.0.0.1"),
        Example(peer: "127.0.0.1", forwarded: ["1.2.3.4:http"], name: "127.0.0.1"),
        Example(peer: "127.0.0.1", forwarded: ["[1.2.3.4]:80"], name: "127.0.0.1"),
        Example(peer: "127.0.0.1", forwarded: ["[2001:db8::1"], name: "127.0.0.1"),
        Example(peer: "127.0.0.1", forwarded: ["2001:db8::1:443:x"], name: "127.0.0.1"),
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
        "is read from Forwarded where there is no X-Forwarded-For",
        arguments: [
            ("for=203.0.113.7", "203.0.113.7"), ("For=\"203.0.113.7:4711\";proto=https", "203.0.113.7"),
            ("by=10.0.0.1; for=203.0.113.7", "203.0.113.7"), ("for=\"[2001:db8:1:2::17]:4711\"", "2001:db8:1:2::/64"),
            ("for=\"[2001:db8:1:2::17]\"", "2001:db8:1:2::/64"), ("for=198.51.100.1, for=203.0.113.7", "203.0.113.7"),
            ("for=203.0.113.7, for=10.1.2.3", "203.0.113.7"), ("for=unknown", "10.9.9.9"), ("for=_hidden", "10.9.9.9"),
            ("proto=https", "10.9.9.9"), ("", "10.9.9.9"), ("203.0.113.7", "10.9.9.9"),
        ]
    )
    func standard(field: String, name: String) throws {
        func address(_ headers: HTTPFields) throws -> ClientAddress {
            ClientAddress(
                peer: try SocketAddress(ipAddress: "10.9.9.9", port: 5),
                authority: nil,
                headers: headers,
                proxies: ["10.0.0.0/8"]
            )
        }
        #expect(try address([.forwarded: field]).name == name)
        // What a proxy may not have written counts less than what it usually writes.
        #expect(try address([.forwarded: field, .forwardedFor: "198.51.100.9"]).name == "198.51.100.9")
    }

    @Test("where all addresses are proxies, the farthest is the client")
    func office() throws {
        let address = ClientAddress(
            peer: try SocketAddress(ipAddress: "10.0.0.1", port: 5),
            authority: nil,
            headers: [.forwardedFor: "10.7.7.7, 10.0.0.2"],
            proxies: ["10.0.0.0/8"]
        )
        #expect(address.name == "10.7.7.7")
    }

    @Test(
        "names a peer that says that it calls for a client and is no listed proxy",
        arguments: [
            ("192.0.2.1", "X-Forwarded-For", "192.0.2.1"), ("2001:db8::1", "Forwarded", "2001:db8::1"),
            ("10.1.1.1", "X-Forwarded-For", nil), ("::ffff:10.1.1.1", "Forwarded", nil), ("192.0.2.1", "Accept", nil),
        ] as [(String, String, String?)]
    )
    func unlisted(peer: String, field: String, named: String?) throws {
        let address = ClientAddress(
            peer: try SocketAddress(ipAddress: peer, port: 5),
            authority: nil,
            headers: [try #require(HTTPField.Name(field)): "for=203.0.113.7"],
            proxies: ["10.0.0.0/8"]
        )
        #expect(address.unlistedProxy == named)
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
