/// How far a client's clock is from the server's, by what the client said in a request (`Peal-Client-Time`, R080).
///
/// A phone whose clock is a day behind, or a year ahead, is corrected by the difference; how long the request was on its way
/// makes its instants a little later, never earlier.
public struct ClientClock: Sendable, Equatable {
    private let behind: Duration

    /// Compares the clocks.
    /// - Parameters:
    ///   - said: the client's time as the request says it.
    ///   - now: the server's time at its arrival.
    public init(said: Timestamp, at now: Timestamp) { behind = now - said }

    /// An instant of the client's clock, on the server's.
    public func corrected(_ instant: Timestamp) -> Timestamp { instant + behind }
}
