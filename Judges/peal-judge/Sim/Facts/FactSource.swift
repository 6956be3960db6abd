/// Reads a store's facts, part by part and past the code that is checked.
protocol FactSource: Sendable {
    /// A number that is another one after every change of the store.
    func version() throws -> Int

    func triggers() throws -> [TriggerFact]
    func notifications() throws -> [NotificationFact]
    func texts() throws -> [SealedTextFact]
    func deliveries() throws -> [DeliveryFact]
    func receipts() throws -> [ReceiptFact]
    func devices() throws -> [DeviceFact]
    func users() throws -> [UserFact]
    func entities() throws -> [EntityFact]
    func members() throws -> [MemberFact]
    func preferences() throws -> [PreferenceFact]
    func mutes() throws -> [MuteFact]
    func badges() throws -> [BadgeFact]
    func firings() throws -> [FiringFact]
    func claims() throws -> [ClaimFact]
    func quotas() throws -> [QuotaFact]
    func syncPushes() throws -> [SyncPushFact]
    func clears() throws -> [ClearFact]
    func leftovers() throws -> LeftoverFacts
}
