import NIOCore
import Testing

@testable import PealHTTP

@Suite("The deadlines of a connection", .timeLimit(.minutes(15)))
struct ConnectionWatchTests {
    private static let limits = ConnectionLimits(
        header: .seconds(10),
        idle: .seconds(60),
        body: .seconds(30),
        closing: .seconds(2)
    )

    private static func at(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(seconds) }

    /// What happens to a connection, second by second.
    private enum Event {
        case header(keepsAlive: Bool)
        case bodyEnded
        case answered(ends: Bool)
        case chunk, sent, overdue, closed
    }

    private static func watch(_ events: [(Int64, Event)]) -> ConnectionWatch {
        var watch = ConnectionWatch(limits: limits, openedAt: at(0))
        for (second, event) in events {
            switch event {
            case .header(let keepsAlive): watch.header(keepsAlive: keepsAlive, at: at(second))
            case .bodyEnded: watch.bodyEnded()
            case .answered(let ends): watch.answered(ends: ends, at: at(second))
            case .chunk: watch.chunkWritten(at: at(second))
            case .sent: watch.sent(at: at(second))
            case .overdue: watch.bodyIsOverdue(at: at(second))
            case .closed: watch.close(at: at(second))
            }
        }
        return watch
    }

    private static func expect(
        _ events: [(Int64, Event)],
        _ second: Int64?,
        _ deadline: ConnectionWatch.Deadline = .silence,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let next = watch(events).next
        #expect(next?.at == second.map { at($0) }, sourceLocation: location)
        if second != nil { #expect(next?.deadline == deadline, sourceLocation: location) }
    }

    @Test("the first header has its time, whatever comes of it until it is complete")
    func header() { Self.expect([], 10) }

    @Test("a body has its time from the header on")
    func body() { Self.expect([(4, .header(keepsAlive: true))], 34, .body) }

    @Test("the server's own time is not limited")
    func answering() { Self.expect([(4, .header(keepsAlive: true)), (5, .bodyEnded)], nil) }

    @Test("after an answer the next header has its time")
    func idle() {
        Self.expect(
            [(4, .header(keepsAlive: true)), (5, .bodyEnded), (9, .answered(ends: false)), (9, .sent)],
            69
        )
    }

    @Test("a client that does not take its answer is not waited for, even while it asks for more")
    func unsent() {
        Self.expect(
            [
                (1, .header(keepsAlive: true)), (1, .bodyEnded), (1, .header(keepsAlive: true)), (2, .bodyEnded),
                (9, .answered(ends: false)),
            ],
            69
        )
    }

    @Test(
        "a client that does not take a chunk is not waited for; once it took it, the server's own time is not limited"
    )
    func chunk() {
        let first: [(Int64, Event)] = [(4, .header(keepsAlive: true)), (5, .bodyEnded), (9, .chunk)]
        Self.expect(first, 69)
        Self.expect(first + [(20, .chunk), (30, .sent)], 90)
        Self.expect(first + [(30, .sent)], nil)
    }

    @Test("a body that waits behind another request has its time from its turn on")
    func pipelined() {
        let first: [(Int64, Event)] = [(1, .header(keepsAlive: true)), (1, .bodyEnded), (2, .header(keepsAlive: true))]
        Self.expect(first, nil)
        Self.expect(first + [(50, .answered(ends: false)), (50, .sent)], 80, .body)
    }

    @Test("an overdue body ends the connection soon, with an answer or without")
    func overdue() {
        let late: [(Int64, Event)] = [(4, .header(keepsAlive: true)), (34, .overdue)]
        Self.expect(late, 36, .closing)
        Self.expect(late + [(35, .answered(ends: true)), (35, .sent)], 36, .closing)
    }

    @Test("after the last answer the client has a moment to read it")
    func closing() {
        Self.expect(
            [(4, .header(keepsAlive: false)), (4, .bodyEnded), (5, .answered(ends: true)), (5, .sent)],
            7,
            .closing
        )
        Self.expect([(5, .closed)], 7, .closing)
    }

    @Test("an answer to a body that was not read to its end is the last one, and so is one the client wants to be")
    func ends() {
        #expect(Self.watch([(1, .header(keepsAlive: true))]).endsWithNextAnswer)
        #expect(Self.watch([(1, .header(keepsAlive: false)), (1, .bodyEnded)]).endsWithNextAnswer)
        #expect(!Self.watch([(1, .header(keepsAlive: true)), (1, .bodyEnded)]).endsWithNextAnswer)
        // The request whose body is read is not the one that is answered next.
        #expect(
            !Self.watch([(1, .header(keepsAlive: true)), (1, .bodyEnded), (2, .header(keepsAlive: true))])
                .endsWithNextAnswer
        )
        #expect(!Self.watch([]).endsWithNextAnswer)
    }
}
