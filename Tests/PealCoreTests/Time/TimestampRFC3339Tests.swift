import PealCore
import Testing

@Suite("Instants as RFC 3339")
struct TimestampRFC3339Tests {
    @Test(
        "a valid text is read as its instant",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.001Z", 1), ("1969-12-31T23:59:59.999Z", -1),
            ("2026-11-20T18:00:00Z", 1_795_197_600_000), ("2026-11-20t18:00:00z", 1_795_197_600_000),
            ("2026-11-20T19:00:00+01:00", 1_795_197_600_000), ("2026-11-20T12:30:00-05:30", 1_795_197_600_000),
            ("2026-11-20T18:00:00-00:00", 1_795_197_600_000), ("2026-11-20T18:00:00.1239Z", 1_795_197_600_123),
            ("2026-11-20T18:00:00.123456789+00:00", 1_795_197_600_123), ("2026-11-20T18:00:00.5Z", 1_795_197_600_500),
            ("2000-02-29T00:00:00Z", 951_782_400_000), ("0001-01-01T00:00:00Z", -62_135_596_800_000),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999), ("1990-12-31T23:59:60Z", 662_688_000_000),
            ("1990-12-31T15:59:60.25-08:00", 662_688_000_250),
        ] as [(String, Int64)]
    )
    func reads(text: String, milliseconds: Int64) {
        #expect(Timestamp(rfc3339: text) == Timestamp(milliseconds: milliseconds))
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "Z", "2026-11-20", "2026-11-20T18:00:00", "2026-11-20 18:00:00Z", "2026-11-20T18:00Z",
            "2026-11-20T18:00:00.Z", "2026-11-20T18:00:00,5Z", "2026-11-20T18:00:00.1234567890Z",
            "2026-11-20T24:00:00Z", "2026-11-20T18:60:00Z", "2026-11-20T18:00:61Z", "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z",
            "1900-02-29T00:00:00Z", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "+2026-11-20T18:00:00Z",
            "2026-11-20T18:00:00+24:00", "2026-11-20T18:00:00+01:60", "2026-11-20T18:00:00+0100",
            "2026-11-20T18:00:00+01", "2026-11-20T18:00:00 Z", " 2026-11-20T18:00:00Z", "2026-11-20T18:00:00Z\n",
            "2026-11-20T18:00:00ZZ", "2026-11-20T18:00:00Z\u{0}", "2026-11-2\u{0661}T18:00:00Z",
            "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2026-11-20T18:00:60Z",
            "2026-11-20T23:59:60Z", "1990-12-31T23:59:60+01:00", "9999-12-31T23:59:60Z", "-026-11-20T18:00:00Z",
        ]
    )
    func refuses(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("a text of any length is refused without being read to its end")
    func refusesLongTexts() {
        #expect(Timestamp(rfc3339: "2026-11-20T18:00:00." + String(repeating: "0", count: 1_000_000) + "Z") == nil)
    }

    @Test(
        "milliseconds are written only where there are some",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_795_197_600_000, "2026-11-20T18:00:00Z"),
            (1_795_197_600_050, "2026-11-20T18:00:00.050Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00Z"), (.min, "0001-01-01T00:00:00Z"),
            (.max, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)]
    )
    func writes(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
    }

    @Test("what is written is read back", arguments: 0..<20)
    func roundTrips(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
            let instant = Timestamp(milliseconds: .random(in: range, using: &generator))
            #expect(Timestamp(rfc3339: instant.rfc3339) == instant)
        }
    }

    @Test("whole seconds round down everywhere", arguments: [(-1, -1), (-1000, -1), (-1001, -2), (999, 0), (1000, 1)])
    func roundsDown(milliseconds: Int64, seconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).seconds == seconds)
    }
}
