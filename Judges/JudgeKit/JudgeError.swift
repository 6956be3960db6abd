/// Why a judge or a benchmark could not do its work.
package struct JudgeError: Error, CustomStringConvertible {
    package enum Code: String {
        case notBuilt = "not-built"
        case notReady = "not-ready"
        case unexpectedAnswer = "unexpected-answer"
        case tookTooLong = "took-too-long"
        case invalid
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { "\(code.rawValue): \(message)" }
}
