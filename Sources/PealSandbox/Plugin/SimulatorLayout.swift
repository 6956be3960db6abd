/// The simulators of an installation, and the order of their ports.
public struct SimulatorLayout: Sendable {
    /// The kinds: first the one that answers control calls, then the others in their order.
    public let kinds: [any PushSimulator.Type]
    /// Their ports in the order of their numbers.
    public let ports: [SimulatorPort]

    /// Lays simulators out.
    public init(_ kinds: [any PushSimulator.Type]) {
        self.kinds = kinds.filter { $0.answersControlCalls } + kinds.filter { !$0.answersControlCalls }
        let all = self.kinds.flatMap { $0.ports }
        ports = all.filter { !$0.isAdded } + all.filter(\.isAdded)
    }

    /// The number of each port, by name, from a first one on; 0, a free one, for each without it.
    public func numbers(from first: Int?) -> [String: Int] {
        Dictionary(
            ports.enumerated().map { index, port in (port.name, first.map { $0 + index } ?? 0) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
