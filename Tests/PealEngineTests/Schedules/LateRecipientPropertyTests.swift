import PealTesting
import Synchronization
import Testing

@Suite("Reminders of those who join late, over generated runs")
struct LateRecipientPropertyTests {
    @Test("R034, R066: whoever joins, owns or stays is reminded exactly once of each occasion, however its time moves")
    func onceEach() async {
        let counts = Mutex(LateRunWorld.Counts())
        await Property(cases: 150, of: LateRun.init).check { run in
            let world = try await LateRunWorld()
            try await world.live(run)
            counts.withLock { counts in
                counts.lateMembers += world.counts.lateMembers
                counts.lateOwners += world.counts.lateOwners
                counts.parted += world.counts.parted
            }
        }
        let seen = counts.withLock(\.self)
        #expect(seen.lateMembers > 50)
        #expect(seen.lateOwners > 25)
        #expect(seen.parted > 10)
    }
}
