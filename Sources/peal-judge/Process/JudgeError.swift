/// Why the judge could not judge.
struct JudgeError: Error, CustomStringConvertible {
    enum Code: String {
        case notBuilt = "not-built"
        case notReady = "not-ready"
        case unexpectedAnswer = "unexpected-answer"
        case tookTooLong = "took-too-long"
        case invalid
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    var description: String { "\(code.rawValue): \(message)" }
}
