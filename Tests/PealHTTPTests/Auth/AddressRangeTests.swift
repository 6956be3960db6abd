import NIOCore
import Testing

@testable import PealHTTP

@Suite("Addresses and ranges")
struct AddressRangeTests {
    @Test(
        "hold the addresses of their network",
        arguments: [
            ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true),
            ("10.1.2.3/8", "10.9.9.9", true), ("192.168.4.0/22", "192.168.7.255", true),
            ("192.168.4.0/22", "192.168.8.0", false),
            ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.2", false), ("10.0.0.1/32", "10.0.0.1", true),
            ("0.0.0.0/0", "203.0.113.7", true), ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "203.0.113.7", false),
            ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
            ("2001:DB8:0:0::1", "2001:db8::1", true), ("fe80::/10", "febf::1", true), ("fe80::/10", "fec0::1", false),
            ("::1", "::1", true), ("::ffff:10.0.0.0/104", "10.1.1.1", true), ("::ffff:10.0.0.1", "10.0.0.1", true),
            ("172.16.0.0/31", "172.16.0.1", true), ("172.16.0.0/31", "172.16.0.2", false),
        ]
    )
    func holds(range: String, address: String, isIn: Bool) throws {
        let range = try #require(AddressRange(range))
        #expect(try range.contains(SocketAddress(ipAddress: address, port: 1)) == isIn)
    }

    @Test(
        "are nothing else",
        arguments: [
            "localhost", "nonsense", "", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "/8", "10.0.0.0/8/8", "10.0.0.1:80",
            "[::1]", "[::1]:80", "2001:db8::/129", "10.0.0", "10.0.0.0/8 ", "10.0.0.256", "*", "10.*",
            "10.0.0.0-10.0.0.9",
            "10.0.0.0/255.0.0.0", "http://10.0.0.1", "::ffff:10.0.0.0/64", "10.0.0.0/+8", "10.0.0.0/0x8",
        ]
    )
    func refused(text: String) { #expect(AddressRange(text) == nil) }
}
