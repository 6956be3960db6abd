import Foundation
import PealCore
import Testing

@testable import PealCommands
@testable import PealServer

@Suite("The doctor")
struct DoctorTests {
    @Test("finds nothing to mend in an installation that works")
    func healthy() async throws {
        try await Patient.with { patient in
            try await patient.makeDatabase()
            let report = await patient.examine()
            #expect(!report.hasFailed, "\(report.plain)")
            for check: DoctorCheck in [.catalogs, .configuration, .files, .clock, .data, .database, .keys, .users] {
                #expect(report.messages(.ok, check).count == 1, "\(check)\n\(report.plain)")
            }
            #expect(report.messages(.ok, .credentials) == ["apps.shop.expo: the settings are complete"])
        }
    }

    @Test("warns when nobody gets messages about alerts, and names who does without the URL or the key")
    func alerts() async throws {
        try await Patient.with { patient in
            let none = await patient.examine().messages(.warn, .alerts)
            #expect(
                none.count == 1 && none.first?.hasPrefix("nobody is told when Peal is in trouble; add alertTo") == true
            )
            try patient.configure(
                more:
                    "alertTo: [{slack: \"https://hooks.slack.example/secret-part\"}, {pagerduty: 0123456789abcdef0123}]"
            )
            let report = await patient.examine()
            #expect(report.messages(.warn, .alerts).isEmpty)
            let names = "messages go to slack (hooks.slack.example), pagerduty (events.pagerduty.com)"
            #expect(report.messages(.ok, .alerts).first?.hasPrefix(names) == true)
            #expect(!report.plain.contains("secret-part") && !report.plain.contains("0123456789abcdef0123"))
        }
    }

    @Test("looks at an installation before its first start")
    func fresh() async throws {
        try await Patient.with { patient in
            try FileManager.default.removeItem(at: patient.directory.appending(path: "data"))
            let report = await patient.examine()
            #expect(!report.hasFailed)
            #expect(report.messages(.warn, .data).first?.contains("the first start creates it") == true)
            #expect(report.messages(.ok, .database) == ["there is none yet; the first start creates it"])
        }
    }

    @Test("names every wrong setting on a line of its own")
    func settings() async throws {
        try await Patient.with { patient in
            try patient.configure("{fmc: {}, jwt: {secret: short}}", more: "prot: 9")
            let found = await patient.examine().messages(.fail, .configuration)
            #expect(found.count == 3)
            #expect(found.contains { $0.hasPrefix("apps.shop.fmc: unknown key; did you mean") })
            #expect(found.contains { $0.hasPrefix("prot: unknown key; did you mean") })
            #expect(found.contains { $0.hasPrefix("apps.shop.jwt.secret: HS256 needs") })
        }
    }

    @Test("says what a missing configuration file means")
    func noFile() async throws {
        try await Patient.with { patient in
            try FileManager.default.removeItem(at: patient.directory.appending(path: "peal.yaml"))
            let without = await patient.examine()
            #expect(without.messages(.warn, .configuration).first?.contains("only the environment is used") == true)
            #expect(without.messages(.fail, .configuration).first?.contains("run `peal init`") == true)
            let with = await patient.examine(environment: [
                "PEAL_ROOT_KEY": patient.rootKey, "PEAL_APPS_SHOP_EXPO_ENABLED": "true",
            ])
            #expect(!with.hasFailed, "\(with.plain)")
        }
    }

    @Test(
        "fails when the file that was named is missing, a directory, or no YAML, in one line",
        arguments: [("nope.yaml", "does not exist"), ("data", "is a directory"), ("bad.yaml", "invalid YAML: ")]
    )
    func namedFile(name: String, words: String) async throws {
        try await Patient.with { patient in
            try patient.write("rootKey: [a\nport: : 3\n", to: "bad.yaml")
            let path = ConfigurationPath(path: patient.directory.appending(path: name).path, isNamed: true)
            let paths = InstallationPaths(configuration: path)
            let lines = await SettingCheck(paths: paths, environment: [:]).run().lines
            let found = lines.filter { $0.check == .configuration }
            #expect(found.map(\.level) == [.fail])
            #expect(found.first?.message.contains(words) == true)
        }
    }

    @Test("names a file with secrets that others may read, and only then")
    func files() async throws {
        try await Patient.with { patient in
            try patient.write("tok", to: "expo.txt", mode: 0o644)
            try patient.configure("{expo: {accessTokenFile: expo.txt}}")
            let open = await patient.examine().messages(.warn, .files)
            #expect(open.count == 1)
            #expect(
                open.first?.contains("expo.txt holds secrets and other users can read it (mode 644); run chmod 600")
                    == true
            )
            try patient.write("tok", to: "expo.txt", mode: 0o400)
            #expect(await patient.examine().messages(.warn, .files).isEmpty)
        }
    }

    @Test("shows what the lint says of the catalogs")
    func catalogs() async throws {
        try await Patient.with { patient in
            try patient.writeCatalog("app: shop\nname: [1]\n")
            let report = await patient.examine()
            #expect(report.messages(.fail, .catalogs).contains { $0.contains("name") && $0.contains("shop.yaml") })
        }
    }

    @Test(
        "warns of a clock that cannot be right",
        arguments: [(Timestamp(seconds: 0), true), (Timestamp(seconds: 5_000_000_000), true), (Patient.now, false)]
    )
    func clock(now: Timestamp, isWrong: Bool) {
        let lines = ClockCheck(now: now).run([])
        #expect(lines.contains { $0.level == .fail } == isWrong)
    }

    @Test("notices that the clock went back behind the database")
    func clockBack() async throws {
        try await Patient.with { patient in
            try await patient.makeDatabase()
            let earlier = await patient.examine(now: Patient.now - .seconds(3600))
            #expect(earlier.messages(.fail, .clock).first?.contains("the clock went back") == true)
        }
    }

    @Test("misses the rules of a zone")
    func zones() async throws {
        try await Patient.with { patient in
            let lines = ClockCheck(now: Patient.now, zones: ZoneRegistry(directory: "/nowhere")).run(
                await patient.catalogs()
            )
            #expect(lines.last?.message.contains("unknown time zone `Europe/Berlin`; install tzdata") == true)
        }
    }

    @Test("writes one line for each check, and the sum")
    func text() {
        let report = DoctorReport(lines: [.ok(.clock, "right"), .warn(.disk, "little"), .fail(.keys, "wrong: fix it")])
        #expect(
            report.text(TerminalStyle(isColoured: false)) == """
                ok    clock  right
                warn  disk   little
                FAIL  keys   wrong: fix it
                1 FAIL, 1 warn, 1 ok

                """
        )
    }

    @Test("sets the levels off on a terminal, without moving a column")
    func colours() {
        let report = DoctorReport(lines: [.ok(.clock, "right"), .fail(.keys, "wrong: fix")])
        let lines = report.text(TerminalStyle(isColoured: true)).split(separator: "\n")
        #expect(lines.first == "\u{1B}[32mok\u{1B}[0m    clock  right")
        #expect(lines[1] == "\u{1B}[31mFAIL\u{1B}[0m  keys   wrong: fix")
    }

    @Test("writes the same for programs")
    func json() throws {
        let report = DoctorReport(lines: [.ok(.clock, "right"), .fail(.keys, "wrong: fix it")])
        let document = try JSONDecoder().decode([String: JSONValue].self, from: Data(try report.json().utf8))
        #expect(document["ok"] == .bool(false))
        #expect(document["lines"]?.array?.count == 2)
        #expect(document["lines"]?.array?.last?.object?["level"] == .string("fail"))
        #expect(document["lines"]?.array?.last?.object?["message"] == .string("wrong: fix it"))
    }

    @Test("never shows a secret", arguments: ["{jwt: {secret: s3cret}}", "{fcm: {credentials: s3cret}}"])
    func secrets(settings: String) async throws {
        try await Patient.with { patient in
            try patient.configure(settings)
            let report = await patient.examine()
            #expect(report.hasFailed)
            #expect(!report.plain.contains("s3cret"))
            #expect(!report.plain.contains(patient.rootKey))
        }
    }
}
