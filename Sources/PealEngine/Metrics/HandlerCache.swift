import Synchronization

/// The handlers of what is only known once it happens, made at the first time and kept.
final class HandlerCache<Key: Hashable & Sendable, Handlers: Sendable>: Sendable {
    private let made = Mutex<[Key: Handlers]>([:])
    private let make: @Sendable (Key) -> Handlers

    init(_ make: @escaping @Sendable (Key) -> Handlers) { self.make = make }

    subscript(key: Key) -> Handlers {
        made.withLock { made in
            if let known = made[key] { return known }
            let handlers = make(key)
            made[key] = handlers
            return handlers
        }
    }
}
