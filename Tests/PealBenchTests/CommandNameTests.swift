import ArgumentParser
import Testing

@testable import peal_bench
@testable import peal_judge

struct CommandNameTests {
    private static let names = PealBench.configuration.subcommands.compactMap { $0.configuration.commandName }

    @Test func `every benchmark has a name of its own`() {
        #expect(Set(Self.names).count == PealBench.configuration.subcommands.count)
    }

    @Test(arguments: names)
    func `the judge says which program has a benchmark`(name: String) throws {
        let error = try #require(throws: (any Error).self) {
            try PealJudge.parseAsRoot([name, "--peal", ".build/debug/peal"])
        }
        #expect(PealJudge.message(for: error).contains("`peal-bench`"))
    }
}
