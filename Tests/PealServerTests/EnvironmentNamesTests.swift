import PealCore
import PealCrypto
import Testing

@testable import PealServer

@Suite("The variables of the environment")
struct EnvironmentNamesTests {
    @Test(
        "One that sets no key is reported with the one that was probably meant",
        arguments: [
            ("PEAL_PROT", "PEAL_PROT: unknown variable; did you mean `PEAL_PORT`?"),
            (
                "PEAL_APPS_REPORTS_FCM_RATES",
                "PEAL_APPS_REPORTS_FCM_RATES: unknown variable; did you mean `PEAL_APPS_REPORTS_FCM_RATE`?"
            ),
            (
                "PEAL_RATELIMITS_KEY_RATE",
                "PEAL_RATELIMITS_KEY_RATE: unknown variable; did you mean `PEAL_RATE_LIMITS_KEY_RATE`?"
            ),
            (
                "PEAL_APPS_SOMETHING_ELSE_ENTIRELY",
                "PEAL_APPS_SOMETHING_ELSE_ENTIRELY: unknown variable; docs/configuration.md lists all of them"
            ),
        ]
    )
    func unknown(name: String, problem: String) async throws {
        var file = try await ConfigurationFile(
            ConfigurationPath(path: "/nowhere/peal.yaml"),
            environment: ["PEAL_ROOT_KEY": RootKey.generate(), name: "3"]
        )
        let error = #expect(throws: ServerError.self) {
            try file.read(apps: [AppID("reports"), AppID("my-app")], overrides: .init())
        }
        #expect(error?.message == problem)
    }

    @Test(
        "One that sets a key, that other programs set or that belongs to another program is none",
        arguments: [
            "PEAL_PORT", "PEAL_ROOT_KEY_FILE", "PEAL_TIMEOUTS_IDLE", "PEAL_RATE_LIMITS_USER_BURST",
            "PEAL_APPS_MY_APP_APNS_KEY_ID", "PEAL_APPS_REPORTS_JWT_MAXIMUM_LIFETIME", "PEAL_CRASH_AT", "PEAL_STEPS",
            "PEAL_PROPERTY_SEED", "PEAL_SERVICE_HOST", "PEAL_PORT_8080_TCP_ADDR", "PEALS", "PORT",
        ]
    )
    func known(name: String) {
        #expect(
            EnvironmentNames(keys: ConfigurationKeys(.shipped)).problems(
                in: [name: "1"],
                apps: [AppID("reports"), AppID("my-app")]
            ) == []
        )
    }

    @Test("The configuration's own reader finds every one of them under the same name")
    func reader() async throws {
        let names = EnvironmentNames(keys: ConfigurationKeys(.shipped)).known(apps: [AppID("my-app")]).filter {
            !$0.hasSuffix("_FILE")
        }
        #expect(names.count > 40)
        let environment = Dictionary(uniqueKeysWithValues: names.map { ($0, "[") })
        var file = try await ConfigurationFile(
            ConfigurationPath(path: "/nowhere/peal.yaml"),
            environment: environment
        )
        let error = #expect(throws: ServerError.self) { try file.read(apps: [AppID("my-app")], overrides: .init()) }
        for key in ["port", "rateLimits.key.rate", "apps.my-app.jwt.secret", "apps.my-app.apns.connections"] {
            #expect(error?.message.contains("\(key): ") == true, "\(key)")
        }
    }
}
