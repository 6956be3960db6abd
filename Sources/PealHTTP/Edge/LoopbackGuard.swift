import HTTPTypes
import PealWire

/// Lets sandbox calls in only where a page of another site cannot make a browser send them (design §9).
enum LoopbackGuard {
    /// - Throws: ``Problem`` `not-found`: to anybody else there is no sandbox.
    static func check(_ head: HTTPRequest) throws(Problem) {
        // A name that resolves to loopback by an attacker's DNS is not one of ours.
        guard let authority = head.authority, isLoopback(authority) else {
            throw Problem(.notFound)
        }
        guard let origin = head.headerFields[.origin] else { return }
        guard origin == "http://\(authority)" else { throw Problem(.notFound) }
    }

    /// Whether an authority names this machine: a name of it, and nothing but a port after it.
    static func isLoopback(_ authority: String) -> Bool {
        let text = authority.lowercased()
        guard let host = ["localhost", "127.0.0.1", "[::1]"].first(where: { text.hasPrefix($0) }) else { return false }
        let rest = text.dropFirst(host.count)
        guard !rest.isEmpty else { return true }
        return rest.first == ":" && rest.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
