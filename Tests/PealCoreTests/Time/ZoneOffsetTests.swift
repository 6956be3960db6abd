import PealCore
import Testing

@Suite("Offsets from UTC in place of a zone")
struct ZoneOffsetTests {
    @Test(
        "an offset is read, and stored and shown in one spelling",
        arguments: [
            ("GMT+05:30", 19_800, "+05:30"), ("UTC+3", 10_800, "+03:00"), ("-0330", -12_600, "-03:30"),
            ("+14:00", 50_400, "+14:00"), ("-12", -43_200, "-12:00"), ("gmt-8", -28_800, "-08:00"),
            ("UTC\u{2212}04:00", -14_400, "-04:00"), ("+00:00", 0, "+00:00"), (" +05:45 ", 20_700, "+05:45"),
        ]
    )
    func read(text: String, seconds: Int, name: String) throws {
        let offset = try #require(ZoneOffset(hint: text))
        #expect(offset.seconds == seconds)
        #expect(offset.name == name)
        #expect(ZoneOffset(name: name) == offset)
        let zone = try #require(offset.zone)
        #expect(zone.name == name)
        for instant in [Timestamp(seconds: 0), Timestamp(seconds: 1_795_000_000)] {
            #expect(zone.rules.offsetSeconds(at: instant) == seconds)
        }
    }

    @Test(
        "what is no offset, or further from UTC than any zone, is none",
        arguments: [
            "", " ", "UTC+", "+15:00", "-14:01", "+05:60", "5:30", "+5:3", "+05:30:15", "UTC+-4", "+٠٥:٣٠", "+1:2:3",
        ]
    )
    func none(text: String) { #expect(ZoneOffset(hint: text) == nil) }

    @Test(
        "only the stored spelling names one",
        arguments: ["+5:30", "GMT+05:30", "UTC", "Z", "+0530", "+05:30 ", "05:30"]
    )
    func stored(text: String) { #expect(ZoneOffset(name: text) == nil) }
}
