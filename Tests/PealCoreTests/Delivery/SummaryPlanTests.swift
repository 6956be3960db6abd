import Testing

@testable import PealCore

@Suite("When pushes that waited become a summary (R163)")
struct SummaryPlanTests {
    private static let now = Timestamp(seconds: 1_000)
    private static let phone = DeviceID(UUIDv7(milliseconds: 1, random: (0, 0)))
    private static let tablet = DeviceID(UUIDv7(milliseconds: 2, random: (0, 0)))

    private static func push(
        _ number: Int,
        leased: Bool = false,
        reachable: Set<DeviceID> = [],
        isSummary: Bool = false,
        others: Int = 0
    ) -> SummaryPlan.Push {
        SummaryPlan.Push(
            id: .numbered(number),
            leased: leased ? [phone] : [],
            reachable: reachable,
            isSummary: isSummary,
            others: others
        )
    }

    private static func facts(
        _ phone: DeliveryState = .pending,
        _ tablet: DeliveryState? = nil,
        expiresIn time: Duration = .seconds(60),
        isAnswerLost: Bool = false,
        isRead: Bool = false,
        stopped: Reason? = nil,
        epoch: Int = 7
    ) -> OutcomeFacts.Notification {
        var deliveries = [
            Self.phone: OutcomeFacts.Delivery(state: phone, epoch: epoch, isAnswerLost: isAnswerLost)
        ]
        deliveries[Self.tablet] = tablet.map { OutcomeFacts.Delivery(state: $0, epoch: epoch) }
        return OutcomeFacts.Notification(
            user: "a",
            relevance: PushRelevance(expiresAt: now + time, isRead: isRead, stopReason: stopped),
            alertsOnFailure: false,
            hadAlert: false,
            deliveries: deliveries
        )
    }

    private static func plan(_ pushes: [SummaryPlan.Push], _ facts: [OutcomeFacts.Notification], over: Int = 2)
        -> SummaryPlan?
    {
        let known = Dictionary(uniqueKeysWithValues: zip(pushes.map(\.id), facts))
        return SummaryPlan(of: pushes, over: over, known, epoch: 7, now: now)
    }

    @Test("More than the limit become one; the leased one with the longest time becomes the summary")
    func three() throws {
        let pushes = [Self.push(1, leased: true), Self.push(2, leased: true), Self.push(3)]
        let known = [
            Self.facts(.sending, expiresIn: .seconds(90)), Self.facts(.sending), Self.facts(.pending, .pending),
        ]
        let plan = try #require(Self.plan(pushes, known))
        #expect(plan.representative == .numbered(1) && plan.count == 3)
        #expect(plan.joined == [.numbered(2), .numbered(3)])
        let states = plan.deliveries.map { change in
            if case .reevaluate(let id, let late) = change {
                "\(id.notification == .numbered(1)) \(late.to)"
            } else {
                ""
            }
        }
        #expect(states == ["true pending", "false cancelled"])
        let part = Trace([Trace.Step(.digest, .release, .summarised, .notifications(3))])
        #expect(
            plan.pushes == [
                .joinSummary(.numbered(2), of: .numbered(1), part),
                .cancelDeliveries(.numbered(3), count: 2, .summarised),
                .joinSummary(.numbered(3), of: .numbered(1), part),
            ]
        )
        #expect(Self.plan(pushes, known, over: 3) == nil, "not more than the limit: each by itself")
    }

    @Test("Of those that may be tried equally long the newest becomes the summary")
    func newest() {
        let pushes = (1...3).map { Self.push($0, leased: true) }
        #expect(Self.plan(pushes, Array(repeating: Self.facts(.sending), count: 3))?.representative == .numbered(3))
    }

    @Test(
        "What was handed over, or is not worth pushing, does not count",
        arguments: [
            facts(.pending, .accepted), facts(.pending, .sending), facts(.pending, .unknown),
            facts(isAnswerLost: true), facts(.failed, .expired), facts(isRead: true), facts(stopped: .cancelled),
            facts(expiresIn: .zero),
        ]
    )
    func handedOver(_ third: OutcomeFacts.Notification) {
        let pushes = [Self.push(1, leased: true), Self.push(2), Self.push(3)]
        let others = [Self.facts(.sending), Self.facts(.failed, .pending)]
        #expect(Self.plan(pushes, others + [third]) == nil)
        #expect(Self.plan(pushes, others + [Self.facts()]) != nil)
    }

    @Test(
        "A summary is sent to each device that a part could have reached, and its own push does not wait for",
        arguments: [nil, .pending, .failed, .expired, .cancelled] as [DeliveryState?]
    )
    func devices(_ own: DeliveryState?) throws {
        let pushes = [
            Self.push(1, leased: true, reachable: [Self.phone]),
            Self.push(2, leased: true, reachable: [Self.phone, Self.tablet]), Self.push(3, reachable: [Self.tablet]),
        ]
        let known = [
            Self.facts(.sending, own, expiresIn: .seconds(90)), Self.facts(.sending, .pending),
            Self.facts(.failed, .pending),
        ]
        let plan = try #require(Self.plan(pushes, known))
        let extended = plan.deliveries.filter { if case .extend = $0 { true } else { false } }
        let more = DeliveryChange.extend(DeliveryID(notification: .numbered(1), device: Self.tablet), at: Self.now)
        #expect(extended == (own == .pending ? [] : [more]))
    }

    @Test("What another epoch has leased is on its way")
    func otherEpoch() {
        let pushes = (1...3).map { Self.push($0, leased: true) }
        let known = [Self.facts(.sending), Self.facts(.sending), Self.facts(.sending, epoch: 6)]
        #expect(Self.plan(pushes, known) == nil)
    }

    @Test("A digest counts as one push, and its parts in the text; a summary that waits takes up whatever comes")
    func weights() {
        let digest = [Self.push(1, leased: true), Self.push(2, others: 4)]
        #expect(Self.plan(digest, [Self.facts(.sending), Self.facts()]) == nil)
        let three = digest + [Self.push(3)]
        #expect(Self.plan(three, [Self.facts(.sending), Self.facts(), Self.facts()])?.count == 7)
        let summary = [Self.push(1, isSummary: true, others: 2), Self.push(2, leased: true)]
        let plan = Self.plan(summary, [Self.facts(), Self.facts(.sending)])
        #expect(plan?.count == 4)
        #expect(plan?.pushes.contains(.mergeSummary(.numbered(1), into: .numbered(2), at: Self.now)) == true)
        #expect(Self.plan([Self.push(1, leased: true, isSummary: true, others: 2)], [Self.facts(.sending)]) == nil)
    }
}
