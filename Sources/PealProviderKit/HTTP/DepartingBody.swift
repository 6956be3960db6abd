import Synchronization

/// A request body that notices when the client takes it to put it on a connection.
///
/// A time-out alone does not say whether the request still waited for a connection or was already on its way.
final class DepartingBody: Collection, Sendable {
    private let bytes: [UInt8]
    private let departed = Atomic<Bool>(false)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var hasDeparted: Bool { departed.load(ordering: .acquiring) }

    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count }

    func index(after position: Int) -> Int { position + 1 }

    subscript(position: Int) -> UInt8 {
        departed.store(true, ordering: .releasing)
        return bytes[position]
    }

    func withContiguousStorageIfAvailable<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R? {
        departed.store(true, ordering: .releasing)
        return try bytes.withUnsafeBufferPointer(body)
    }
}
