import PealEngine
import PealProviderKit
import Testing

@testable import PealCommands

@Suite("The doctor and the collector of logs and traces")
struct OTLPCheckTests {
    @Test(
        "A request without records asks whether the collector takes them",
        arguments: [
            (HTTPResult.answered(HTTPAnswer(status: 200)), DoctorFinding.Level.ok, "takes logs"),
            (.answered(HTTPAnswer(status: 401)), .fail, "check otlp.headers"),
            (.answered(HTTPAnswer(status: 404)), .fail, "answers 404 at /v1/logs"),
            (.notSent(reason: "name-not-resolved"), .fail, "cannot reach the collector (name not found)"),
        ]
    )
    func doctor(result: HTTPResult, level: DoctorFinding.Level, message: String) async {
        let client = OTLPClient(
            endpoint: "https://otlp.example",
            signals: [.logs],
            share: 0,
            transport: HTTPTransport { call in
                call.body == OTLPSignal.logs.emptyRequest ? result : .notSent(reason: "other")
            }
        )
        let lines = await OTLPCheck(patience: .seconds(1)).run(client)
        #expect(lines.map(\.level) == [level])
        #expect(lines.first?.message.contains(message) == true, "\(lines)")
    }
}
