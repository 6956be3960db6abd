import PealEngine

@testable import PealTesting

extension StoreScene {
    /// The use case under test.
    var cancels: CancelTriggers { CancelTriggers(store: store) }
}
