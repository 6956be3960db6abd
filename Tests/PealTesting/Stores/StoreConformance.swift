/// What every store promises, as named cases.
///
/// A store is done when all of them hold on an empty one each.
public struct StoreConformance<Store: PlatformStore>: Sendable {
    /// One promise.
    public struct Case: Sendable, CustomStringConvertible {
        /// The promise, as a sentence.
        public let description: String
        let check: @Sendable (StoreScene<Store>) async throws -> Void

        init(_ promise: String, _ check: @escaping @Sendable (StoreScene<Store>) async throws -> Void) {
            description = promise
            self.check = check
        }

        /// Checks the promise on a fresh, empty store.
        public func run(on store: Store) async throws {
            try await check(StoreScene(store: store))
        }
    }

    /// Every promise.
    public static var cases: [Case] {
        intake + changes + retention + fanOut + turns + audiences + held + deliveries + late + outcomes + confirmations
            + inbox + counts + texts + devices + deviceSweeps + users + optOuts + directory
            + keys + platform + queues + receipts + syncPushes + redeliveries
            + rejected + localTimes
            + properties + why + decisionLog + claims + limits + schedules + open + windows + summaries + forward
            + events + userEvents + eventLog + eta + audit + actions + webhooks + analytics + traces
            + alerts + channels + clock + reachability
    }
}
