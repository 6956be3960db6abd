import PealCore
import Testing

@testable import PealCommands

@Suite("The doctor at the clock")
struct ClockRecordCheckTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let day = Duration.seconds(86_400)

    private static func run(_ record: ClockRecord?) -> [DoctorFinding] { ClockRecordCheck(now: now).run(record) }

    @Test("names all known times where the server's clock is in question", arguments: [2, -2, 400, -400, 1_200])
    func question(days: Int) throws {
        let trusted = Self.now - Self.day * days
        var question = ClockState.Question(system: Self.now, trusted: trusted)
        let finding = try #require(Self.run(ClockRecord(latest: trusted, question: question)).first)
        #expect(finding.level == .fail && finding.check == .clock)
        for words in [
            Zone.terminal.text(of: Self.now), Zone.terminal.text(of: trusted), "peal clock accept", "no push service",
        ] {
            #expect(finding.message.contains(words), "\(finding.message)")
        }
        question.witness = trusted + .seconds(5)
        let against = try #require(Self.run(ClockRecord(latest: trusted, question: question)).first)
        #expect(against.message.contains(Zone.terminal.text(of: trusted + .seconds(5))), "\(against.message)")
    }

    @Test(
        "compares its own clock where no server runs",
        arguments: [
            (2, DoctorFinding.Level.warn), (400, .warn), (-2, .fail), (-400, .fail), (-1_200, .fail),
        ] as [(Int, DoctorFinding.Level)]
    )
    func alone(days: Int, level: DoctorFinding.Level) {
        let found = Self.run(ClockRecord(latest: Self.now - Self.day * days))
        #expect(found.map(\.level) == [level] && found.map(\.check) == [.clock])
        #expect(found.first?.message.contains(Zone.terminal.text(of: Self.now)) == true)
    }

    @Test("says nothing of a clock that is right", arguments: [0, 30, -30, 3_600, -3_600] as [Int64])
    func calm(seconds: Int64) {
        #expect(Self.run(ClockRecord(latest: Self.now - .seconds(seconds))) == [])
        #expect(Self.run(nil) == [])
    }
}
