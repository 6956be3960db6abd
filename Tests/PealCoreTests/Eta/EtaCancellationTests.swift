import PealCore
import Testing

@Suite("RSVPs that \"can't make it\" cancels")
struct EtaCancellationTests {
    private static var scene: EtaScene {
        var scene = EtaScene()
        scene.rules.cancelsRSVP = true
        return scene
    }

    private func plan(_ scene: EtaScene, _ reply: EtaReply, at offset: Int) throws -> EtaPlan {
        guard case .accepted(let plan) = try scene.verdict(reply, at: offset) else {
            throw EtaRefusal.unknown
        }
        return plan
    }

    /// The participant after a reply was stored.
    private func after(_ plan: EtaPlan, _ scene: EtaScene) -> EtaScene {
        var next = scene
        next.before = plan.after
        next.rsvp = plan.memberAfter?.status ?? scene.rsvp
        next.updatedAt = plan.memberAfter?.updatedAt ?? scene.updatedAt
        return next
    }

    @Test("R197: the RSVP is cancelled, and another reply within ten minutes puts it back", arguments: [0, 300, 599])
    func putBack(after seconds: Int) throws {
        let cancelled = try plan(Self.scene, EtaScene.reply(.cantMakeIt), at: -3_600)
        #expect(cancelled.memberAfter?.status == "cancelled")
        #expect(cancelled.events == [.etaChanged, .cancellationRequested])
        let offset = -3_600 + seconds
        let back = try plan(after(cancelled, Self.scene), EtaScene.reply(.onTime, at: offset), at: offset)
        #expect(back.memberAfter?.status == "confirmed")
        #expect(back.after.cancellation == nil)
        #expect(back.events == [.etaChanged])
    }

    @Test("R197: after ten minutes, or when the backend has put the member since, it stays cancelled")
    func stays() throws {
        let cancelled = try plan(Self.scene, EtaScene.reply(.cantMakeIt), at: -3_600)
        let scene = after(cancelled, Self.scene)
        #expect(throws: EtaRefusal.rsvpRequired) {
            _ = try plan(scene, EtaScene.reply(.onTime, at: -3_000), at: -3_000)
        }
        var put = scene
        put.updatedAt = scene.updatedAt + .seconds(1)
        #expect(throws: EtaRefusal.rsvpRequired) { _ = try plan(put, EtaScene.reply(.onTime, at: -3_500), at: -3_500) }
    }

    @Test("said twice it is cancelled once, and the first time counts")
    func twice() throws {
        let first = try plan(Self.scene, EtaScene.reply(.cantMakeIt), at: -3_600)
        let second = try plan(after(first, Self.scene), EtaScene.reply(.cantMakeIt, at: -3_500), at: -3_500)
        #expect(second.memberAfter == nil)
        #expect(second.after.cancellation == first.after.cancellation)
        #expect(second.events == [.etaChanged])
    }

    @Test("an older reply that arrives later changes no RSVP")
    func older() throws {
        var scene = Self.scene
        scene.before = EtaScene.record(.onTime, at: -3_500)
        let plan = try plan(scene, EtaScene.reply(.cantMakeIt, at: -3_600), at: -3_400)
        #expect(plan.memberAfter == nil && plan.after.cancellation == nil && plan.events.isEmpty)
    }

    @Test("without the rule the RSVP stays, and the backend is asked to cancel it")
    func asks() throws {
        let plan = try plan(EtaScene(), EtaScene.reply(.cantMakeIt), at: -3_600)
        #expect(plan.memberAfter == nil && plan.after.cancellation == nil)
        #expect(plan.events == [.etaChanged, .cancellationRequested])
    }
}
