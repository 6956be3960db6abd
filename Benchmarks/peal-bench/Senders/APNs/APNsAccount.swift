import JWTKit
import JudgeKit
import PealCore

/// What a sender needs to push to one app at the APNs simulator.
struct APNsAccount: Sendable {
    let endpoint: String
    let sandboxEndpoint: String
    let signingKey: String
    let keyID: String
    let teamID: String
    let bundleID: String
    let rootPEM: String

    /// The endpoint's host and port.
    func address() throws -> (host: String, port: Int) {
        let parts = endpoint.dropFirst("https://".count).split(separator: ":")
        guard endpoint.hasPrefix("https://"), parts.count == 2, let port = Int(parts[1]) else {
            throw JudgeError(.notReady, "\(endpoint) is no https://host:port")
        }
        return (String(parts[0]), port)
    }

    /// The `authorization` header of a provider token made now.
    func authorization() async throws -> String {
        let keys = JWTKeyCollection()
        await keys.add(ecdsa: try ES256PrivateKey(pem: signingKey), kid: JWKIdentifier(string: keyID))
        let claims = Claims(iss: teamID, iat: Stopwatch.wallClock.seconds)
        return "bearer \(try await keys.sign(claims, kid: JWKIdentifier(string: keyID)))"
    }

    private struct Claims: JWTPayload {
        var iss: String
        var iat: Int64

        func verify(using _: some JWTAlgorithm) throws {}
    }
}
