import PealCore

/// What became of a notification on a phone, as far as its push service knows.
public enum PhoneReceipt: String, Sendable {
    /// The phone showed it.
    case shown
    /// It arrived, but the user allows no notifications.
    case blocked
    /// The phone is offline; the push service keeps it.
    case waiting
    /// It never arrives: it expired, a newer push took its place, its sender cancelled it, or the app was uninstalled.
    case dropped
}

/// The receipts of one phone, of its latest notifications only.
struct PhoneReceipts: Sendable {
    static let limit = 200

    private(set) var byNotification: [String: PhoneReceipt] = [:]
    private var order: [String] = []

    /// Notes a receipt for a push that shows a notification; other pushes have none.
    mutating func note(_ receipt: PhoneReceipt, _ arrival: PhoneArrival) {
        guard (arrival.peal["op"]?.string ?? "show") == "show", let id = arrival.peal["id"]?.string else { return }
        if byNotification.updateValue(receipt, forKey: id) == nil { order.append(id) }
        guard order.count > Self.limit else { return }
        byNotification[order.removeFirst()] = nil
    }
}
