import PealCore

/// What the providers took against what the server says it sent.
struct PushCheck {
    let report: ServerReport
    let population: Population
    let copies: [PushCopy.Identity: [PushCopy]]
    let deaths: [Timestamp]

    /// How often a delivery is sent again without using up a retry.
    private static let resends = 8
    /// A copy that came longer before a death than this was recorded by then, on however slow a machine.
    private static let flight: Duration = .seconds(10)
    /// A dead server's bytes may still be in the socket, and an answer may be slow by script.
    private static let afterlife: Duration = .milliseconds(150)

    private var deliveries: [ServerReport.Delivery] { report.decisions.values.flatMap { $0 }.flatMap(\.deliveries) }

    /// Every delivery ended as the catalogs allow: 503s may use the retries up, and `reports` does not resend unknowns.
    ///
    /// Whatever the catalog says, a delivery that was under way at nine deaths in a row is sent no more
    /// (`DeliveryMachine.stepAfterInterruption`): kills of this judge come so fast that a slow answer can meet them.
    func endings() -> Finding {
        var finding = Finding("each delivery has ended, for a reason its catalog allows")
        for (app, list) in byApp() {
            for delivery in list {
                let isAllowed =
                    switch delivery.state {
                    case "accepted": true
                    case "failed": delivery.reason == "retries-exhausted"
                    case "unknown": app == "reports" || delivery.attempts.count { $0 != "unavailable" } > Self.resends
                    default: false
                    }
                finding.note(
                    isAllowed
                        ? nil
                        : "\(delivery.notification): \(delivery.state) \(delivery.reason ?? ""), attempts \(delivery.attempts)"
                )
            }
        }
        return finding
    }

    /// An accepted delivery reached the provider.
    func accepted() -> Finding {
        var finding = Finding("each accepted delivery reached its phone")
        for delivery in deliveries where delivery.state == "accepted" {
            let isThere = copies[identity(of: delivery)] != nil
            finding.note(isThere ? nil : "\(delivery.notification) to \(delivery.device): no copy")
        }
        return finding
    }

    /// A second copy needs a death between both with the first in flight, or an answer that was dropped by script.
    ///
    /// And the server must know of it: it wrote one lost answer down for each copy but the last, and sent nothing
    /// after one that was accepted.
    func copiesExplained() -> Finding {
        var finding = Finding("a second copy only where the answer was lost or a kill came between")
        for (identity, list) in copies {
            let ordered = list.sorted { $0.at < $1.at }
            for (earlier, later) in zip(ordered, ordered.dropFirst()) where !isExplained(earlier, later) {
                finding.note("\(identity.tag): \(list.count) copies, two of them \(later.at - earlier.at) apart")
            }
        }
        for delivery in deliveries {
            let lost = delivery.attempts.count { $0 == "unknown" }
            let copies = copies[identity(of: delivery)]?.count ?? 0
            let sentOn = delivery.attempts.dropLast().contains("accepted")
            let isTold = copies <= lost + (delivery.attempts.last == "accepted" ? 1 : 0)
            finding.note(
                isTold && !sentOn ? nil : "\(delivery.notification): \(copies) copies, attempts \(delivery.attempts)"
            )
        }
        return finding
    }

    /// Copies carry the tag of one notification, and of one that exists.
    func identities() -> Finding {
        var finding = Finding("each copy carries the tag of its one notification, known to the server")
        let known = Set(deliveries.map(\.notification))
        for (identity, list) in copies {
            let isOne = list.allSatisfy { $0.notification == identity.tag }
            finding.note(
                isOne && known.contains(identity.tag) ? nil : "\(identity.tag): unknown, or not its payload's id"
            )
        }
        return finding
    }

    /// How many pushes had more than one copy.
    var doubled: Int { copies.values.count { $0.count > 1 } }

    /// How many copies were taken with their answer dropped.
    var dropped: Int { copies.values.reduce(0) { sum, list in sum + list.count { !$0.wasAnswered } } }

    /// How many deliveries whose answer was lost for good had reached their phone.
    var reachedUnknown: Int { deliveries.count { $0.state == "unknown" && copies[identity(of: $0)] != nil } }

    /// How deliveries ended.
    var states: [String: Int] { Dictionary(deliveries.map { ($0.state, 1) }, uniquingKeysWith: +) }

    /// The longest time, in milliseconds, that a copy that was sent again came before the kill that explains it.
    var longestFlight: Int {
        var longest: Int64 = 0
        for list in copies.values where list.count > 1 {
            let ordered = list.sorted { $0.at < $1.at }
            for (earlier, later) in zip(ordered, ordered.dropFirst()) where earlier.wasAnswered {
                let flights = deaths.filter { $0 >= earlier.at && $0 <= later.at }.map {
                    ($0 - earlier.at).wholeMilliseconds
                }
                longest = max(longest, flights.min() ?? 0)
            }
        }
        return Int(longest)
    }

    private func identity(of delivery: ServerReport.Delivery) -> PushCopy.Identity {
        PushCopy.Identity(token: population.tokens[delivery.device] ?? "", tag: delivery.notification)
    }

    private func isExplained(_ earlier: PushCopy, _ later: PushCopy) -> Bool {
        if !earlier.wasAnswered { return true }
        // The first death from then on: a copy that outlived that one was no longer in flight.
        guard let death = deaths.first(where: { earlier.at <= $0 + Self.afterlife }) else { return false }
        return death <= later.at && death - earlier.at <= Self.flight
    }

    private func byApp() -> [String: [ServerReport.Delivery]] {
        let apps = Dictionary(report.triggers.map { ($0.id, $0.app) }, uniquingKeysWith: { first, _ in first })
        return Dictionary(grouping: report.decisions.values.flatMap { $0 }) { apps[$0.trigger] ?? "" }
            .mapValues { $0.flatMap(\.deliveries) }
    }
}
