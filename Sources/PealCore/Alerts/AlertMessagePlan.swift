/// Which messages about alerts are to be stored: what has fired, next to what each destination has got so far.
///
/// Pure, and the same however often it is asked: a look that was missed, for a restart or an outage, is made up for by the next.
public struct AlertMessagePlan: Sendable, Equatable {
    /// After so long, the message that an alert is resolved is not sent any more.
    public static let patience = Duration.seconds(4 * 86_400)

    /// All messages afterwards.
    public private(set) var messages: [AlertMessage.Key: AlertMessage] = [:]
    /// Those that are new or changed.
    public private(set) var changed: [AlertMessage] = []
    /// Those that are to be forgotten.
    public private(set) var removed: [AlertMessage.Key] = []

    /// Compares what is stored with what has fired.
    /// - Parameters:
    ///   - stored: the messages.
    ///   - alerts: the alerts of the apps that are served.
    ///   - destinations: the identifiers of the destinations that are configured.
    ///   - now: the instant.
    public init(
        _ stored: [AlertMessage],
        alerts: [AppID: [Alert]],
        destinations: [String],
        now: Timestamp
    ) {
        let firing = Self.firing(alerts)
        var known: Set<Topic> = []
        for message in stored {
            let topic = Topic(message.key)
            guard destinations.contains(message.key.destination), !known.contains(topic),
                let next = Self.next(message, firing[topic.alert]?.alert, now: now)
            else {
                removed.append(message.key)
                continue
            }
            known.insert(topic)
            messages[message.key] = next
            if next != message { changed.append(next) }
        }
        for destination in destinations {
            for (topic, found) in firing.sorted(by: { $0.key < $1.key })
            where !known.contains(Topic(destination: destination, alert: topic)) {
                guard let firedAt = found.alert.firedAt else { continue }
                let message = AlertMessage(
                    AlertMessage.Key(destination, found.app, found.alert.key),
                    .fired,
                    since: now,
                    firedAt: firedAt,
                    value: found.alert.value,
                    threshold: found.alert.threshold
                )
                removed.removeAll { $0 == message.key }
                messages[message.key] = message
                changed.append(message)
            }
        }
    }

    /// What becomes of a stored message; `nil` when it is not needed any more.
    private static func next(_ message: AlertMessage, _ alert: Alert?, now: Timestamp) -> AlertMessage? {
        let isSame = alert.map { message.key.alert.rule.isServerWide || $0.firedAt == message.firedAt } ?? false
        return switch message.phase {
        // What was resolved before anybody was notified needs no message, and no second one.
        case .fired: isSame ? message : nil
        case .delivered: isSame ? message : message.moved(to: .resolved, at: now)
        case .resolved: now - message.since > patience ? nil : message
        }
    }

    private static func firing(_ alerts: [AppID: [Alert]]) -> [Topic.Alerted: (app: AppID, alert: Alert)] {
        var found: [Topic.Alerted: (app: AppID, alert: Alert)] = [:]
        for (app, alerts) in alerts.sorted(by: { $0.key < $1.key }) {
            for alert in alerts where alert.isFiring && !alert.key.isTest {
                let topic = Topic.Alerted(app, alert.key)
                if found[topic] == nil { found[topic] = (app, alert) }
            }
        }
        return found
    }

    /// What a destination gets one message about: an alert of an app, or one that all apps share.
    private struct Topic: Hashable {
        struct Alerted: Hashable, Comparable {
            /// `nil` where the alert is about the whole server.
            var app: AppID?
            var alert: Alert.Key

            init(_ app: AppID, _ alert: Alert.Key) {
                self.app = alert.rule.isServerWide ? nil : app
                self.alert = alert
            }

            static func < (left: Self, right: Self) -> Bool {
                (left.app?.rawValue ?? "", left.alert) < (right.app?.rawValue ?? "", right.alert)
            }
        }

        var destination: String
        var alert: Alerted

        init(_ key: AlertMessage.Key) {
            self.init(destination: key.destination, alert: Alerted(key.app, key.alert))
        }

        init(destination: String, alert: Alerted) {
            self.destination = destination
            self.alert = alert
        }
    }
}
