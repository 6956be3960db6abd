import NIOHPACK
import NIOHTTP2

/// A request written by hand: nothing keeps a test from getting it wrong.
struct RawRequest: Sendable {
    var method = "POST"
    var path: String
    var headers: [(name: String, value: String)]
    var body: String

    /// Sets a header, or takes it away.
    subscript(name: String) -> String? {
        get { headers.first { $0.name == name }?.value }
        set {
            headers.removeAll { $0.name == name }
            if let newValue { headers.append((name, newValue)) }
        }
    }

    var block: HPACKHeaders {
        var block = HPACKHeaders([
            (":method", method), (":scheme", "https"), (":authority", "localhost"), (":path", path),
        ])
        for header in headers { block.add(name: header.name, value: header.value) }
        return block
    }
}

/// An answer as it came.
struct RawAnswer: Sendable, Equatable {
    var status = ""
    var headers: [String: String] = [:]
    var body: [UInt8] = []
}

/// What became of a request.
enum RawOutcome: Sendable, Equatable {
    case answer(RawAnswer)
    /// The stream was reset, after so much of an answer.
    case reset(HTTP2ErrorCode, RawAnswer)
    /// The server said that it does not process it.
    case notProcessed
    /// The connection closed before.
    case lost
}
