import Synchronization

/// Where a sandbox serves, for the phones that call it; known once it listens.
final class ServedAddress: Sendable {
    private let address = Mutex<String?>(nil)

    var url: String? { address.withLock { $0 } }

    func set(_ url: String) { address.withLock { $0 = url } }
}
