/// How urgently Android is asked to deliver what is shown (P9).
public enum UrgencyPolicy: String, Sendable, Codable, CaseIterable {
    /// As the priority says: `high` and `critical` wake a sleeping device, others wait for it to wake up.
    case asPriority
    /// Everything that is shown wakes the device, except what is `low`.
    case shown
}
