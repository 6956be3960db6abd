/// What a secret key may do (``KeyGrant``).
public enum Scope: String, Sendable, CaseIterable {
    /// Users, entities and members.
    case directory
    /// Triggers, their listing and cancelling.
    case triggers
    /// Devices, addresses, preferences, mutes and inboxes of users.
    case users = "people"
    /// Why, deliveries and exports.
    case insight
    /// Rates, failures and alerts, without texts and users: what the analytics page shows.
    case figures
    /// The catalog.
    case catalog
    /// The audit log.
    case audit
    /// Webhooks and their messages.
    case webhooks
}
