import PealSandbox
import Testing

@testable import PealHTTP2

@Suite("Contexts of TLS")
struct HTTP2TLSTests {
    @Test("are shared by all that trust the same, and by no others")
    func shared() throws {
        let one = try SandboxCertificate(random: { .random(in: 1...9) }).rootPEM
        let other = try SandboxCertificate(random: { .random(in: 1...9) }).rootPEM
        let first = try HTTP2TLS.context(trustRootsPEM: one)
        #expect(try HTTP2TLS.context(trustRootsPEM: one) === first)
        #expect(try HTTP2TLS.context(trustRootsPEM: other) !== first)
        #expect(try HTTP2TLS.context(trustRootsPEM: nil) !== first)
    }

    @Test("are not kept when the last user has gone")
    func released() throws {
        let root = try SandboxCertificate(random: { .random(in: 1...9) }).rootPEM
        weak let first = try HTTP2TLS.context(trustRootsPEM: root)
        #expect(first == nil)
    }

    @Test("say what is wrong with the roots", arguments: ["", "no certificate"])
    func refused(_ roots: String) {
        #expect(throws: HTTP2TLS.Problem.self) { try HTTP2TLS.context(trustRootsPEM: roots) }
    }
}
