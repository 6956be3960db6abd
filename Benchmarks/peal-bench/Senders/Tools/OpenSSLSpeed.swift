import JudgeKit

/// What one core does of the one operation Web Push cannot do without: agreeing on a secret (RFC 8291, 3.1).
struct OpenSSLSpeed: Sendable {
    let tool: Tool

    /// P-256 key agreements a second on one core.
    func agreementsPerSecond() async throws -> Double {
        let run = try await tool.run(["speed", "-seconds", "2", "ecdhp256"], atMost: .seconds(30))
        // " 256 bits ecdh (nistp256)   0.0001s  12610.9"
        let line = run.output.split(separator: "\n").last { $0.contains("ecdh (nistp256)") } ?? ""
        guard let last = line.split(separator: " ").last, let number = Double(last) else {
            throw JudgeError(.unexpectedAnswer, "openssl speed: \(run.output.suffix(200))")
        }
        return number
    }
}
