import Testing

/// A window, an instant in a zone, and when a push of that instant goes out.
struct NightCase: Sendable, CustomTestStringConvertible {
    let zone: String
    let start: String
    let end: String
    let at: String
    /// When it goes; `nil` when it goes at once.
    let release: String?

    init(_ zone: String, _ start: String, _ end: String, at: String, release: String?) {
        self.zone = zone
        self.start = start
        self.end = end
        self.at = at
        self.release = release
    }

    var testDescription: String { "\(zone) \(start)–\(end) at \(at)" }

    /// Windows users set, at 23:00 on 15 January 2030 in New York.
    static let windows: [NightCase] = [
        NightCase("America/New_York", "23:00", "23:01", at: "2030-01-16T04:00:00Z", release: "2030-01-16T04:01:00Z"),
        NightCase("America/New_York", "22:00", "23:00", at: "2030-01-16T04:00:00Z", release: nil),
        NightCase("America/New_York", "23:01", "23:00", at: "2030-01-16T04:00:00Z", release: nil),
        NightCase("America/New_York", "00:00", "23:59", at: "2030-01-16T04:00:00Z", release: "2030-01-16T04:59:00Z"),
        NightCase("America/New_York", "12:00", "11:59", at: "2030-01-16T04:00:00Z", release: "2030-01-16T16:59:00Z"),
        // The start equal to the end is no window, whatever the time.
        NightCase("America/New_York", "23:00", "23:00", at: "2030-01-16T04:00:00Z", release: nil),
        NightCase("America/New_York", "00:00", "00:00", at: "2030-01-16T04:00:00Z", release: nil),
    ]

    /// New York skips 02:00–03:00 on 10 March 2030, Lord Howe 02:00–02:30 on 6 October.
    static let gaps: [NightCase] = [
        NightCase("America/New_York", "22:00", "08:00", at: "2030-03-10T04:00:00Z", release: "2030-03-10T12:00:00Z"),
        // It ends at a time that night does not have.
        NightCase("America/New_York", "22:00", "02:30", at: "2030-03-10T04:00:00Z", release: "2030-03-10T07:00:00Z"),
        // It starts at a time that night does not have.
        NightCase("America/New_York", "02:30", "04:00", at: "2030-03-10T06:59:59Z", release: nil),
        NightCase("America/New_York", "02:30", "04:00", at: "2030-03-10T07:00:00Z", release: "2030-03-10T08:00:00Z"),
        // The whole of it is left out.
        NightCase("America/New_York", "02:00", "03:00", at: "2030-03-10T07:00:00Z", release: nil),
        NightCase("Australia/Lord_Howe", "22:00", "08:00", at: "2030-10-05T13:00:00Z", release: "2030-10-05T21:00:00Z"),
        NightCase("Australia/Lord_Howe", "22:00", "02:15", at: "2030-10-05T13:00:00Z", release: "2030-10-05T15:30:00Z"),
        NightCase("Australia/Lord_Howe", "02:10", "05:00", at: "2030-10-05T15:30:00Z", release: "2030-10-05T18:00:00Z"),
    ]

    /// New York shows 01:00–02:00 twice on 3 November 2030, Lord Howe 01:30–02:00 on 7 April.
    static let overlaps: [NightCase] = [
        NightCase("America/New_York", "22:00", "08:00", at: "2030-11-03T03:00:00Z", release: "2030-11-03T13:00:00Z"),
        // It ends when the clock first shows the end; the second time the hour comes, it is quiet once more.
        NightCase("America/New_York", "22:00", "01:30", at: "2030-11-03T03:00:00Z", release: "2030-11-03T05:30:00Z"),
        NightCase("America/New_York", "22:00", "01:30", at: "2030-11-03T05:45:00Z", release: nil),
        NightCase("America/New_York", "22:00", "01:30", at: "2030-11-03T06:10:00Z", release: "2030-11-03T06:30:00Z"),
        NightCase("America/New_York", "01:00", "02:00", at: "2030-11-03T05:10:00Z", release: "2030-11-03T07:00:00Z"),
        NightCase("Australia/Lord_Howe", "22:00", "08:00", at: "2030-04-06T12:00:00Z", release: "2030-04-06T21:30:00Z"),
        NightCase("Australia/Lord_Howe", "22:00", "01:45", at: "2030-04-06T12:00:00Z", release: "2030-04-06T14:45:00Z"),
        NightCase("Australia/Lord_Howe", "22:00", "01:45", at: "2030-04-06T15:05:00Z", release: "2030-04-06T15:15:00Z"),
    ]
}
