import Foundation
public import Testing

/// Something that holds for all values of a kind, tried on many of them.
///
/// A failure is shrunk and reported with its seed. The environment can vary and lengthen every property of a run:
/// `PEAL_PROPERTY_SEED` is another seed, `PEAL_PROPERTY_TIMES` multiplies the cases.
public struct Property<Value> {
    private let cases: Int
    private let seed: UInt64
    private let make: (inout Choices) -> Value

    /// Says which values it is about.
    /// - Parameters:
    ///   - cases: how many values are tried.
    ///   - seed: the same seed tries the same values.
    ///   - make: makes a value of choices.
    public init(cases: Int = 300, seed: UInt64 = 1, of make: @escaping (inout Choices) -> Value) {
        let environment = ProcessInfo.processInfo.environment
        let times = environment["PEAL_PROPERTY_TIMES"].flatMap(Int.init) ?? 1
        self.cases = cases * min(max(times, 1), 1_000_000)
        self.seed = environment["PEAL_PROPERTY_SEED"].flatMap(UInt64.init) ?? seed
        self.make = make
    }

    /// Records an issue with the simplest counterexample, if there is one.
    /// - Parameters:
    ///   - sourceLocation: where the issue is recorded.
    ///   - holds: throws for a value that refutes the property.
    public func check(
        sourceLocation: SourceLocation = #_sourceLocation,
        _ holds: (Value) async throws -> Void
    ) async {
        guard let found = await counterexample(to: holds) else { return }
        Issue.record("\(found)", sourceLocation: sourceLocation)
    }

    /// Like `check`, for a property that says nothing about some values: too few that count are an issue too.
    /// - Parameters:
    ///   - minimum: how many values have to count; low enough for any seed.
    ///   - sourceLocation: where the issue is recorded.
    ///   - holds: throws for a value that refutes the property; whether the value counts.
    public func check(
        relevant minimum: Int,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ holds: (Value) async throws -> Bool
    ) async {
        var relevant = 0
        let found = await counterexample { value in
            if try await holds(value) { relevant += 1 }
        }
        if let found {
            Issue.record("\(found)", sourceLocation: sourceLocation)
        } else if relevant < minimum {
            Issue.record("only \(relevant) of \(cases) values say something", sourceLocation: sourceLocation)
        }
    }

    /// Looks for the simplest counterexample.
    /// - Parameter holds: throws for a value that refutes the property.
    /// - Returns: the counterexample; `nil` when all cases hold.
    public func counterexample(to holds: (Value) async throws -> Void) async -> Counterexample<Value>? {
        for index in 0..<cases {
            // Neighbouring seeds draw nothing alike: the first step of the generator scatters them.
            var choices = Choices(seed: seed &* 1_000_003 &+ UInt64(index))
            guard await reason(make(&choices), holds) != nil else { continue }
            var shrinker = ChoiceShrinker(from: choices.made)
            await shrinker.shrink { script in
                var choices = Choices(repeating: script)
                return await reason(make(&choices), holds) == nil ? nil : choices.made
            }
            var simplest = Choices(repeating: shrinker.best)
            let value = make(&simplest)
            return Counterexample(
                value: value,
                reason: await reason(value, holds)
                    ?? "it held when it was tried again: it depends on more than the value",
                seed: seed,
                index: index,
                tries: shrinker.tries
            )
        }
        return nil
    }

    private func reason(_ value: Value, _ holds: (Value) async throws -> Void) async -> String? {
        do {
            try await holds(value)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
