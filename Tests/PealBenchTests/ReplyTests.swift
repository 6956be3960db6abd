import NIOCore
import Testing

@testable import peal_bench

@Suite("Replies to open boards")
struct ReplyTests {
    @Test("each reply goes to the next board, and says something new of its participant")
    func plan() {
        let plan = ReplyPlan(boards: 3, rate: 10)
        let replies = (0..<plan.count).map(plan.reply)
        #expect(Set(replies.map { "\($0.user) \($0.words)" }).count == plan.count)
        #expect(replies.prefix(4).map(\.board) == [0, 1, 2, 0])
        let hosts = Set((0..<3).map(plan.host))
        #expect(replies.allSatisfy { !hosts.contains($0.user) })
    }

    @Test("the rows of a board are found wherever their bytes are split, and the first time counts")
    func reading() async throws {
        let arrivals = ReplyArrivals()
        let reader = arrivals.reader()
        let reply = ReplyPlan(boards: 1, rate: 1).reply(0)
        let row = #"{"userId":"\#(reply.user)","text":"\#(reply.words)"}"#
        let event = "5f\r\nevent: eta.changed\nid: x\ndata: {\"data\":{\"participants\":[\(row)]}}\n\n\r\n"
        for byte in event.utf8 { reader.read(ByteBuffer(bytes: [byte]).readableBytesView) }
        let first = try await arrivals.wait(for: [reply])
        reader.read(ByteBuffer(string: event).readableBytesView)
        #expect(try await arrivals.wait(for: [reply]) == first)
        #expect(first.count == 1 && first[0] <= arrivals.now)
    }
}
