import Foundation
import JudgeKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What makes a seed replayable beyond its own random numbers.
enum Replay {
    /// Starts the program again with hashes that are the same in every process: sets and dictionaries are walked in the
    /// order of their hashes.
    static func makeHashingStable() throws {
        let name = "SWIFT_DETERMINISTIC_HASHING"
        guard ProcessInfo.processInfo.environment[name] == nil else { return }
        setenv(name, "1", 1)
        var arguments = CommandLine.arguments.map { strdup($0) }
        arguments.append(nil)
        execv("/proc/self/exe", arguments)
        // Where that is not possible a seed still runs; it may not be replayed exactly.
        for argument in arguments { free(argument) }
        Output.progress("hashes differ from process to process here: set \(name)=1 to replay a seed exactly")
    }
}
