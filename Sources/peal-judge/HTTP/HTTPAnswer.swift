import NIOHTTP1
import PealCore
import PealWire

/// An answer, read whole.
struct HTTPAnswer: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]
    let asked: String

    func json() throws -> JSONValue {
        do {
            return try JSONParser.parse(body)
        } catch {
            throw JudgeError(.unexpectedAnswer, "\(asked): \(error)")
        }
    }

    /// Insists on a status.
    @discardableResult
    func expect(_ statuses: Int...) throws -> HTTPAnswer {
        guard statuses.contains(status) else {
            let text = String(decoding: body.prefix(300), as: UTF8.self)
            throw JudgeError(.unexpectedAnswer, "\(asked) → \(status) \(text)")
        }
        return self
    }
}
