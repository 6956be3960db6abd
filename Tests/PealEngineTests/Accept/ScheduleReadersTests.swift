import PealCore
import Testing

@testable import PealEngine

@Suite("Changes that are planned by schedules", .timeLimit(.minutes(1)))
struct ScheduleReadersTests {
    @Test("A publication waits for the changes of older versions, of its app only")
    func waits() async {
        let readers = ScheduleReaders()
        readers.begin(1, of: "shop")
        readers.begin(2, of: "shop")
        await readers.finished(before: 1, of: "shop")
        await readers.finished(before: 2, of: "other")
        await confirmation(expectedCount: 1) { planned in
            await withDiscardingTaskGroup { group in
                group.addTask {
                    await readers.finished(before: 2, of: "shop")
                    planned()
                }
                readers.end(1, of: "shop")
            }
        }
        // The change of the new version is still being written.
        await readers.finished(before: 2, of: "shop")
        readers.end(2, of: "shop")
        await readers.finished(before: 9, of: "shop")
    }
}
