import Logging
import Synchronization

/// Says once that a peer that is not in `proxies` calls for others: they all share its limits.
final class UnlistedProxy: Sendable {
    private let isSaid = Atomic<Bool>(false)
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    func note(_ address: ClientAddress) {
        guard let peer = address.unlistedProxy, !isSaid.exchange(true, ordering: .relaxed) else { return }
        logger.warning(
            "X-Forwarded-For or Forwarded of an address that is not in proxies is not read; if it is your reverse proxy, add it",
            metadata: ["address": "\(peer)"]
        )
    }
}
