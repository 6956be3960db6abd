import Hummingbird

/// The control calls of simulators that run as a process of their own (`peal sandbox`), for this machine alone.
///
/// A simulator that takes them at its port knows no other simulator: it hands each call over.
public struct SimulatorControl: Sendable {
    /// Answers a request with its body, whatever it asks for.
    let answer: @Sendable (Request, [UInt8]) -> SimulatorAnswer

    init(answer: @escaping @Sendable (Request, [UInt8]) -> SimulatorAnswer) { self.answer = answer }
}
