/// What a store holds, as plain values in the order of their keys: all that the checks look at.
///
/// States and reasons are the text that is stored, so that a check shares no rule with the code it checks.
struct StoreFacts: Sendable, Equatable {
    var triggers: [TriggerFact] = []
    var notifications: [NotificationFact] = []
    var deliveries: [DeliveryFact] = []
    var receipts: [ReceiptFact] = []
    var devices: [DeviceFact] = []
    var users: [UserFact] = []
    var entities: [EntityFact] = []
    var members: [MemberFact] = []
    var preferences: [PreferenceFact] = []
    var badges: [BadgeFact] = []
    var firings: [FiringFact] = []
    var claims: [ClaimFact] = []
    var leftovers = LeftoverFacts()
}
