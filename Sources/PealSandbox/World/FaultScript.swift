package import PealCore
import Synchronization

/// The faults in force, in the order they were added; the first that fits a request happens.
public final class FaultScript: Sendable {
    /// How many may be in force.
    public static let limit = 1_000

    private let world: SandboxWorld
    private let faults = Mutex<[Fault]>([])

    /// Starts with none.
    public init(world: SandboxWorld) { self.world = world }

    /// Adds a fault.
    /// - Throws: ``FaultError`` when too many are in force.
    public func add(_ fault: Fault) throws {
        try faults.withLock { faults in
            guard faults.count < Self.limit else { throw FaultError("more than \(Self.limit) faults are in force") }
            faults.append(fault)
        }
    }

    /// Takes all away.
    public func clear() { faults.withLock { $0 = [] } }

    /// Those in force.
    public var all: [Fault] { faults.withLock { $0 } }

    var isEmpty: Bool { faults.withLock { $0.isEmpty } }

    /// The fault that happens to a request, counted off.
    package func take(for request: FaultSubject, provider: ProviderID) -> Fault? {
        faults.withLock { faults in
            for index in faults.indices {
                let fault = faults[index]
                guard fault.provider == nil || fault.provider == provider, fault.match.fits(request),
                    fault.probability >= 1 || world.unit < fault.probability
                else { continue }
                if let times = fault.times {
                    if times <= 1 { faults.remove(at: index) } else { faults[index].times = times - 1 }
                }
                return fault
            }
            return nil
        }
    }
}
