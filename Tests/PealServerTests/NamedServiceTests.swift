import ServiceLifecycle
import Testing

@testable import PealServer

@Suite("Services in logs")
struct NamedServiceTests {
    private struct Radio: Service {
        let key: String
        func run() {}
    }

    @Test("are named by their type, not by what they hold")
    func named() {
        let configuration = ServiceGroupConfiguration.ServiceConfiguration.named(Radio(key: "sk_live_1"))
        #expect(configuration.serviceName == "Radio")
    }
}
