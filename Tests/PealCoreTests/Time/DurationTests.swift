import PealCore
import Testing

@Suite("Durations in catalogs and in JSON")
struct DurationTests {
    @Test(
        "a catalog duration is read",
        arguments: [
            ("0s", .zero), ("250ms", .milliseconds(250)), ("1s", .seconds(1)), ("90s", .seconds(90)),
            ("5m", .seconds(300)), ("4h", .seconds(14_400)), ("3d", .seconds(259_200)), ("2w", .seconds(1_209_600)),
            ("1h30m", .seconds(5400)), ("1w1d1h1m1s1ms", .milliseconds(694_861_001)), ("5m1ms", .milliseconds(300_001)),
            ("36500d", .seconds(3_153_600_000)),
        ] as [(String, Duration)]
    )
    func readsCatalog(text: String, duration: Duration) {
        #expect(Duration(catalog: text) == duration)
        #expect(Duration(signedCatalog: text) == duration)
        #expect(Duration(signedCatalog: "+" + text) == duration)
        #expect(Duration(signedCatalog: "-" + text) == .zero - duration)
    }

    @Test(
        "anything else in a catalog is refused",
        arguments: [
            "", "1", "h", "1 h", "1H", "1h ", " 1h", "1.5h", "30m1h", "1h1h", "1y", "1mo", "1hm", "h1", "1h30",
            "36501d",
            "9999999999w", "99999999999s", "1ms1s", "PT1H", "--1h", "+-1h", "-", "+", "١h", "1h\u{0}", "1m\n",
        ]
    )
    func refusesCatalog(text: String) {
        #expect(Duration(catalog: text) == nil)
        #expect(Duration(signedCatalog: text) == nil)
    }

    @Test(
        "a duration is written as catalogs read it",
        arguments: [
            (.zero, "0s"), (.milliseconds(100), "100ms"), (.seconds(3600), "1h"), (.seconds(5400), "1h30m"),
            (.seconds(31 * 86_400), "31d"), (.milliseconds(90_061_001), "1d1h1m1s1ms"), (.nanoseconds(5), "0s"),
        ] as [(Duration, String)]
    )
    func writesCatalog(duration: Duration, text: String) {
        #expect(duration.catalogText == text)
    }

    @Test("only the signed form takes a sign", arguments: ["-1h", "+1h"])
    func refusesSigns(text: String) {
        #expect(Duration(catalog: text) == nil)
        #expect(Duration(iso8601: "-PT1H") == nil)
    }

    @Test(
        "an ISO 8601 duration is read and written",
        arguments: [
            ("PT1H", .seconds(3600), "PT1H"), ("P1D", .seconds(86_400), "P1D"), ("P7D", .seconds(604_800), "P7D"),
            ("P2W", .seconds(1_209_600), "P14D"), ("PT0S", .zero, "PT0S"), ("P0D", .zero, "PT0S"),
            ("P1DT2H30M", .seconds(95_400), "P1DT2H30M"), ("PT90M", .seconds(5400), "PT1H30M"),
            ("PT0.25S", .milliseconds(250), "PT0.25S"), ("PT1,5S", .milliseconds(1500), "PT1.5S"),
            ("PT36H", .seconds(129_600), "P1DT12H"),
            ("PT1H0.000000001S", .seconds(3600) + .nanoseconds(1), "PT1H0.000000001S"),
            ("PT59S", .seconds(59), "PT59S"), ("P36500D", .seconds(3_153_600_000), "P36500D"),
        ] as [(String, Duration, String)]
    )
    func readsISO(text: String, duration: Duration, written: String) {
        #expect(Duration(iso8601: text) == duration)
        #expect(duration.iso8601 == written)
        #expect(Duration(iso8601: written) == duration)
    }

    @Test(
        "anything else in ISO 8601 is refused",
        arguments: [
            "", "P", "PT", "P1DT", "T1H", "1H", "PT1", "P1Y", "P1M", "P1Y2M3D", "pt1h", "PT1h", "PT1.5H", "PT1.5M",
            "PT.5S", "PT1.S", "PT1.1234567890S", "PT1M1H", "PT1H1H", "P1W1D", "P1WT1H", "P1H", "PT1D", "-PT1H", "+PT1H",
            "PT-1H", "P 1D", "PT1H ", "P36501D", "P999999999999W", "PT9999999999999S", "P1D1D", "PT1H\u{0}", "1h",
        ]
    )
    func refusesISO(text: String) {
        #expect(Duration(iso8601: text) == nil)
    }

    @Test("a negative duration is written with a minus", arguments: [(-90, "-PT1M30S"), (-86_400, "-P1D")])
    func writesNegative(seconds: Int, text: String) {
        #expect(Duration.seconds(seconds).iso8601 == text)
    }

    @Test("a text of any length is refused")
    func refusesLongTexts() {
        #expect(Duration(catalog: String(repeating: "0", count: 1_000_000) + "s") == nil)
        #expect(Duration(iso8601: "PT" + String(repeating: "0", count: 1_000_000) + "S") == nil)
    }
}
