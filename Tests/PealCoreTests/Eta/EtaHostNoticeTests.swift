import PealCore
import Testing

@Suite("Notices to hosts")
struct EtaHostNoticeTests {
    static let cases: [(before: EtaReply?, after: EtaReply, isDue: Bool)] = [
        (nil, EtaScene.reply(.onTime), false),
        (nil, EtaScene.reply(.runningLate, 4), false),
        (nil, EtaScene.reply(.runningLate, 5), true),
        (nil, EtaScene.reply(.runningLate, 15), true),
        (nil, EtaScene.reply(.cantMakeIt), true),
        (EtaScene.reply(.runningLate, 5, at: -3_601), EtaScene.reply(.runningLate, 5), false),
        (EtaScene.reply(.runningLate, 5, at: -3_601), EtaScene.reply(.runningLate, 10), true),
        (EtaScene.reply(.runningLate, 10, at: -3_601), EtaScene.reply(.cantMakeIt), true),
        (EtaScene.reply(.cantMakeIt, at: -3_601), EtaScene.reply(.cantMakeIt), false),
        (EtaScene.reply(.cantMakeIt, at: -3_601), EtaScene.reply(.onTime), false),
        // A reply that arrives after a later one is shown to nobody.
        (EtaScene.reply(.onTime, at: -3_599), EtaScene.reply(.cantMakeIt), false),
    ]

    @Test("R195: hosts learn who is five minutes late or more, or cannot come, once", arguments: cases)
    func due(_ before: EtaReply?, _ after: EtaReply, isDue: Bool) throws {
        var scene = EtaScene()
        scene.before = before.map { EtaRecord(latest: $0, version: 1) }
        guard case .accepted(let plan) = try scene.verdict(after, at: -3_500) else {
            Issue.record("is not accepted")
            return
        }
        #expect(EtaHostNotice(type: "late").isDue(for: plan) == isDue)
    }

    @Test("its variables are the name, the delay and what the event has; who cannot come has no delay")
    func data() {
        var event = EtaScene.event(EtaScene.start)
        event.attributes = ["place": .string("Park"), "unasked": .string("x")]
        let names = ["participant", "delay", "place", "absent"]
        let notice = EtaHostNotice(type: "late")
        func data(_ reply: EtaReply) -> [String: JSONValue] {
            notice.data(after: reply, from: "Ann", about: event, for: names)
        }
        let late = data(EtaScene.reply(.runningLate, 10))
        #expect(late == ["participant": .string("Ann"), "delay": .string("+10 min"), "place": .string("Park")])
        #expect(data(EtaScene.reply(.cantMakeIt)) == ["participant": .string("Ann"), "place": .string("Park")])
    }
}
