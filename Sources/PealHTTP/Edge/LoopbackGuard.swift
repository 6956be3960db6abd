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

    static func isLoopback(_ authority: String) -> Bool {
        let host: Substring =
            if authority.hasPrefix("[") {
                authority.prefix { $0 != "]" }.dropFirst()
            } else {
                authority.prefix { $0 != ":" }
            }
        return ["localhost", "127.0.0.1", "::1"].contains(host.lowercased())
    }
}
