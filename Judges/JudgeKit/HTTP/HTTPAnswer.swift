package import NIOHTTP1
package import PealCore
import PealWire

/// An answer, read whole.
package struct HTTPAnswer: Sendable {
    package let status: Int
    package let headers: HTTPHeaders
    package let body: [UInt8]
    package let asked: String

    package func json() throws -> JSONValue {
        do {
            return try JSONParser.parse(body)
        } catch {
            throw JudgeError(.unexpectedAnswer, "\(asked): \(error)")
        }
    }

    /// Insists on a status.
    @discardableResult
    package func expect(_ statuses: Int...) throws -> HTTPAnswer {
        guard statuses.contains(status) else {
            let text = String(decoding: body.prefix(300), as: UTF8.self)
            throw JudgeError(.unexpectedAnswer, "\(asked) → \(status) \(text)")
        }
        return self
    }
}
