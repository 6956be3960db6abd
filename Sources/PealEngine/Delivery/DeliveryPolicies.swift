import PealCore

/// The rules in force for deliveries of a type: retries and lost answers.
struct DeliveryPolicies: Sendable {
    let catalogs: CatalogRegistry

    func machine(for type: TypeID, of app: AppID, expiresAt: Timestamp) -> DeliveryMachine {
        let rules = catalogs.retries(type, of: app)
        return DeliveryMachine(
            retry: rules.retry,
            onUnknown: rules.onUnknown,
            expiresAt: expiresAt,
            countsThrottled: rules.countsThrottled
        )
    }
}
