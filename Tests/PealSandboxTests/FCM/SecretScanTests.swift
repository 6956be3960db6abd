import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox

@Suite("Secrets")
struct SecretScanTests {
    @Test("are in no log, no outcome and no headers in the request log, whatever happens")
    func scan() async throws {
        try await FCMBench.run { bench in
            let provider = try bench.provider()
            let phone = try bench.phone()
            var seen = ""
            for fault in [
                nil, Fault(answer: .init(status: 400, reason: "INVALID_ARGUMENT"), times: 1),
                Fault(answer: .init(status: 500, body: "<html>\(phone.token)</html>"), times: 1),
                Fault(reset: .beforeAccept, times: 1), Fault(reset: .afterAccept, times: 1),
            ] {
                if let fault { try bench.simulator.faults.add(fault) }
                seen += "\(await provider.send(.fixture(token: phone.token, body: "s3cret-body")))\n"
            }
            seen += "\(await provider.send(.fixture(token: "not a token, s3cret-token, of no use")))\n"
            seen += "\(bench.simulator.requestLog.entries().items.map(\.headers))\n"
            seen += bench.logs.text
            #expect(!bench.logs.text.isEmpty)
            for secret in [phone.token, "ya29.", "s3cret", "PRIVATE KEY"] {
                #expect(!seen.contains(secret), "\(secret)")
            }
        }
    }
}
