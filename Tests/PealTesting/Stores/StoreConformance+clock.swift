import PealCore
import PealStore
import Testing

/// What is kept of the clock, and of a day's sweeps.
extension StoreConformance {
    static var clock: [Case] {
        [
            Case("the clock's record is kept as it was noted, and an acceptance is never undone by a server") { scene in
                #expect(try await scene.store.clockRecord() == nil)
                var question = ClockState.Question(system: scene.now + .seconds(9_000), trusted: scene.now)
                question.witness = scene.now
                for record in [
                    ClockRecord(latest: scene.now), ClockRecord(latest: scene.now + .seconds(30), question: question),
                    ClockRecord(
                        latest: scene.now,
                        question: ClockState.Question(system: Timestamp(milliseconds: 0), trusted: scene.now)
                    ), ClockRecord(latest: scene.now - .seconds(30)),
                    ClockRecord(latest: scene.now, question: question),
                ] {
                    #expect(try await scene.store.note(record))
                    #expect(try await scene.store.clockRecord() == record)
                }
                let accepted = scene.now + .seconds(9_000)
                try await scene.store.acceptClock(at: accepted)
                #expect(try await scene.store.clockRecord() == ClockRecord(latest: accepted, acceptances: 1))
                #expect(try await !scene.store.note(ClockRecord(latest: scene.now, question: question)))
                #expect(try await scene.store.note(ClockRecord(latest: accepted + .seconds(1), acceptances: 1)))
                try await scene.store.acceptClock(at: scene.now)
                #expect(try await scene.store.clockRecord() == ClockRecord(latest: scene.now, acceptances: 2))
            },
            Case("a clock can be accepted before any server ran") { scene in
                try await scene.store.acceptClock(at: scene.now)
                #expect(try await scene.store.clockRecord() == ClockRecord(latest: scene.now, acceptances: 1))
            },
            Case("what a day's sweeps took is kept for each app, and devices are counted that are not revoked") {
                scene in
                #expect(try await scene.store.deviceSweep(of: scene.app) == nil)
                for sweep in [
                    DeviceSweep(day: 20_000, devices: 7), DeviceSweep(day: 20_000, devices: 7, ended: 3, waits: true),
                    DeviceSweep(day: -1, devices: 0),
                ] {
                    try await scene.store.keep(sweep, of: scene.app)
                    #expect(try await scene.store.deviceSweep(of: scene.app) == sweep)
                }
                #expect(try await scene.store.deviceSweep(of: "match") == nil)
                #expect(try await scene.store.deviceCount(of: scene.app) == 0)
                let gone = try await scene.device("a")
                try await scene.device("b", state: .quarantined)
                try await scene.device("c", state: .disabled)
                #expect(try await scene.store.revoke(gone.id, of: "a", app: scene.app, now: scene.now))
                #expect(try await scene.store.deviceCount(of: scene.app) == 2)
                #expect(try await scene.store.deviceCount(of: "match") == 0)
            },
        ]
    }
}
