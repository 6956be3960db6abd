import PealHTTP2
import Testing

@Suite("The run of a batch over HTTP/2")
struct HTTP2BatchRunTests {
    @Test("ends when every message has its outcome")
    func ends() async {
        let run = HTTP2BatchRun<Int>(number: 1, count: 3)
        run.finish(2)
        run.finish()
        #expect(await run.next() == nil)
    }

    @Test("returns messages to be sent again, and waits for them too")
    func returns() async {
        let run = HTTP2BatchRun<Int>(number: 1, count: 2)
        run.giveBack(7)
        #expect(await run.next() == [7])
        await withDiscardingTaskGroup { group in
            group.addTask {
                run.finish()
                run.giveBack(8)
            }
            #expect(await run.next() == [8])
        }
        run.finish()
        #expect(await run.next() == nil)
    }

    @Test("knows that its sender gave up")
    func cancelled() {
        let run = HTTP2BatchRun<Int>(number: 1, count: 1)
        #expect(!run.isCancelled)
        run.cancel()
        #expect(run.isCancelled)
    }
}
