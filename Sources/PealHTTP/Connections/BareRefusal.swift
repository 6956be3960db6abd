import Hummingbird
import NIOHTTP1
import PealWire

/// Puts words into the empty 400 that the server library answers to what is no HTTP.
enum BareRefusal {
    /// The body; the head is changed to announce it.
    static func describe(_ head: inout HTTPResponseHead) -> [UInt8] {
        let id = RequestID().description
        let problem = Problem(
            .invalid,
            "this is not a valid HTTP request: check its request line, its headers (at most 1,000 and 80 KiB), that "
                + "there is one Host header, and that no transfer coding but chunked is used",
            status: 400
        )
        let answer = ProblemMiddleware.answer(problem, requestID: id)
        var fields = answer.headers
        SecurityHeaders.add(to: &fields)
        for field in fields { head.headers.replaceOrAdd(name: field.name.rawName, value: field.value) }
        head.headers.replaceOrAdd(name: "Content-Type", value: answer.contentType)
        head.headers.replaceOrAdd(name: "Cache-Control", value: "no-store")
        head.headers.replaceOrAdd(name: "X-Request-Id", value: id)
        head.headers.replaceOrAdd(name: "Content-Length", value: "\(answer.body.count)")
        return answer.body
    }
}
