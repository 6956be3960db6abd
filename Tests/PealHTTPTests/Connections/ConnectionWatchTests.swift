import NIOCore
import Testing

@testable import PealHTTP

@Suite("The deadlines of a connection")
struct ConnectionWatchTests {
    private static let limits = ConnectionLimits(
        header: .seconds(10),
        idle: .seconds(60),
        body: .seconds(30),
        closing: .seconds(2)
    )

    private static func at(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(seconds) }

    /// What happens to a connection, second by second.
    fileprivate enum Event {
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

    /// What happens, and the deadline that follows; none where there is no limit.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        fileprivate let events: [(Int64, Event)]
        fileprivate let second: Int64?
        fileprivate let deadline: ConnectionWatch.Deadline

        fileprivate init(
            _ name: String,
            _ events: [(Int64, Event)],
            _ second: Int64?,
            _ deadline: ConnectionWatch.Deadline = .silence
        ) {
            testDescription = name
            self.events = events
            self.second = second
            self.deadline = deadline
        }
    }

    private static let chunk: [(Int64, Event)] = [(4, .header(keepsAlive: true)), (5, .bodyEnded), (9, .chunk)]
    private static let two: [(Int64, Event)] = [
        (1, .header(keepsAlive: true)), (1, .bodyEnded), (2, .header(keepsAlive: true)),
    ]
    private static let late: [(Int64, Event)] = [(4, .header(keepsAlive: true)), (34, .overdue)]

    private static let rows = [
        Row("the first header has its time, whatever comes of it until it is complete", [], 10),
        Row("a body has its time from the header on", [(4, .header(keepsAlive: true))], 34, .body),
        Row("the server's own time is not limited", [(4, .header(keepsAlive: true)), (5, .bodyEnded)], nil),
        Row(
            "after an answer the next header has its time",
            [(4, .header(keepsAlive: true)), (5, .bodyEnded), (9, .answered(ends: false)), (9, .sent)],
            69
        ),
        Row(
            "a client that does not take its answer is not waited for, even while it asks for more",
            [
                (1, .header(keepsAlive: true)), (1, .bodyEnded), (1, .header(keepsAlive: true)), (2, .bodyEnded),
                (9, .answered(ends: false)),
            ],
            69
        ),
        Row("a client that does not take a chunk is not waited for", chunk, 69),
        Row("nor one that does not take the last of two chunks", chunk + [(20, .chunk), (30, .sent)], 90),
        Row("once a chunk was taken, the server's own time is not limited", chunk + [(30, .sent)], nil),
        Row("a body that waits behind another request has no time yet", two, nil),
        Row(
            "a body that waited behind another request has its time from its turn on",
            two + [(50, .answered(ends: false)), (50, .sent)],
            80,
            .body
        ),
        Row("an overdue body ends the connection soon", late, 36, .closing),
        Row(
            "an overdue body ends it at the same time with an answer",
            late + [(35, .answered(ends: true)), (35, .sent)],
            36,
            .closing
        ),
        Row(
            "after the last answer the client has a moment to read it",
            [(4, .header(keepsAlive: false)), (4, .bodyEnded), (5, .answered(ends: true)), (5, .sent)],
            7,
            .closing
        ),
        Row("so it has after a close", [(5, .closed)], 7, .closing),
    ]

    @Test("come from what happened last", arguments: rows)
    func next(_ row: Row) {
        let next = Self.watch(row.events).next
        #expect(next?.at == row.second.map { Self.at($0) })
        if row.second != nil { #expect(next?.deadline == row.deadline) }
    }

    private static let endings: [Row] = [
        Row("a body that was not read to its end", [(1, .header(keepsAlive: true))], 1),
        Row("the client wants it to be", [(1, .header(keepsAlive: false)), (1, .bodyEnded)], 1),
        Row("a body that was read", [(1, .header(keepsAlive: true)), (1, .bodyEnded)], nil),
        Row("the request whose body is read is not the one that is answered next", two, nil),
        Row("nothing came", [], nil),
    ]

    @Test(
        "an answer to a body that was not read to its end is the last one, and so is one the client wants to be",
        arguments: endings
    )
    func ends(_ row: Row) { #expect(Self.watch(row.events).endsWithNextAnswer == (row.second != nil)) }
}
