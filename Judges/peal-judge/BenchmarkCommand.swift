import ArgumentParser

/// Answers to the name of a benchmark, which `peal-judge` ran until `peal-bench` did.
struct BenchmarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Names the program that has the benchmarks.",
        shouldDisplay: false,
        aliases: [
            "load", "noise", "faults", "policy", "inbox", "live", "latency", "recovery", "senders", "audit",
        ]
    )

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func validate() throws {
        throw ValidationError("Benchmarks are commands of `peal-bench`, with the same names and options.")
    }
}
