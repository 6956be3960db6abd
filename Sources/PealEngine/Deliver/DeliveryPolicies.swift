import PealCore

/// The rules in force for deliveries of a type: retries and lost answers.
struct DeliveryPolicies: Sendable {
    let catalogs: CatalogRegistry

    func machine(for type: TypeID, of app: AppID, expiresAt: Timestamp) -> DeliveryMachine {
        let catalog = catalogs.inForce(app)
        let type = catalog?.type(type)
        return DeliveryMachine(
            retry: type?.retry ?? catalog?.retry ?? .delays([]),
            onUnknown: type?.onUnknown ?? catalog?.onUnknown ?? .resend,
            expiresAt: expiresAt,
            countsThrottled: (type?.throttledRetry ?? catalog?.throttledRetry) == .counts
        )
    }
}
