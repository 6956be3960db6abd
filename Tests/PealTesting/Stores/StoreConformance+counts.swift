import Synchronization
import Testing

extension StoreConformance {
    static var counts: [Case] {
        [
            Case("whatever happens to an inbox, its counts are what it lists, of each category and thread too") {
                scene in
                let number = Mutex<UInt64>(0)
                await Property(cases: 40, of: InboxRun.init).check(relevant: 20) { run in
                    let next = number.withLock { number in
                        number += 1
                        return number
                    }
                    var world = InboxRunWorld(scene: scene, number: next)
                    try await world.live(run)
                    return run.steps.contains { if case .notify = $0 { true } else { false } }
                }
            }
        ]
    }
}
