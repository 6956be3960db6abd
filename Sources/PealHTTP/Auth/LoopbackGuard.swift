import HTTPTypes
import PealCore
import PealWire

/// Lets requests into a sandbox only where a page of another site cannot make a browser send them (design §9): its keys
/// are public knowledge.
enum LoopbackGuard {
    /// Checks `Host` and `Origin`.
    /// - Parameters:
    ///   - head: the request.
    ///   - origins: the origins of other pages that may call; none for the calls of the sandbox itself.
    /// - Throws: ``Problem`` `not-found`: for everyone else the sandbox does not exist.
    static func check(_ head: HTTPRequest, origins: AllowedOrigins = AllowedOrigins([:])) throws(Problem) {
        // A name that resolves to loopback by an attacker's DNS is not one of ours.
        guard let authority = head.authority, isLoopback(authority) else {
            throw Problem(.notFound, "a sandbox serves only the hosts localhost, 127.0.0.1 and [::1]")
        }
        guard let origin = head.headerFields[.origin], origin != "http://\(authority)" else { return }
        guard origins.allows(origin, app: nil) else {
            throw Problem(.notFound, "a sandbox does not serve web pages of other origins")
        }
    }

    /// Whether an authority names this machine: a name of it, and nothing but a port after it.
    static func isLoopback(_ authority: String) -> Bool {
        let text = authority.lowercased()
        guard let host = ["localhost", "127.0.0.1", "[::1]"].first(where: { text.hasPrefix($0) }) else { return false }
        let rest = text.dropFirst(host.count)
        guard !rest.isEmpty else { return true }
        return rest.first == ":" && rest.dropFirst().utf8.allSatisfy(\.isASCIIDigit)
    }
}
