import PealCore

/// A place without summer time, so that its local time follows from the offset alone.
struct DemoZone: Sendable, Equatable {
    /// The IANA name.
    var name: String
    /// The place, as a person says it.
    var city: String
    /// Hours east of UTC.
    var offset: Int64

    /// Places around the world, none further than four hours from the next.
    static let all: [DemoZone] = [
        DemoZone(name: "Pacific/Honolulu", city: "Honolulu", offset: -10),
        DemoZone(name: "America/Phoenix", city: "Phoenix", offset: -7),
        DemoZone(name: "America/Bogota", city: "Bogotá", offset: -5),
        DemoZone(name: "America/Sao_Paulo", city: "São Paulo", offset: -3),
        DemoZone(name: "Atlantic/Cape_Verde", city: "Praia", offset: -1),
        DemoZone(name: "Africa/Lagos", city: "Lagos", offset: 1),
        DemoZone(name: "Asia/Dubai", city: "Dubai", offset: 4),
        DemoZone(name: "Asia/Bangkok", city: "Bangkok", offset: 7),
        DemoZone(name: "Asia/Tokyo", city: "Tokyo", offset: 9),
        DemoZone(name: "Pacific/Noumea", city: "Nouméa", offset: 11),
    ]

    /// The hour of the day that `$hour:16` asks for; `nil` for every other text.
    static func hour(_ text: String) -> Int64? {
        guard text.hasPrefix(hourMark), let hour = Int64(text.dropFirst(hourMark.count)), (0..<24).contains(hour) else {
            return nil
        }
        return hour
    }

    /// The place that `$hour:16` asks for; `nil` for every other text.
    static func named(_ text: String, at now: Timestamp) -> DemoZone? { hour(text).map { nearest(to: $0, at: now) } }

    private static let hourMark = "$hour:"

    /// The place where the local time is nearest to an hour of the day.
    static func nearest(to hour: Int64, at now: Timestamp) -> DemoZone {
        let start = DemoZone(name: "UTC", city: "Greenwich", offset: 0)
        return all.min { $0.distance(to: hour, at: now) < $1.distance(to: hour, at: now) } ?? start
    }

    /// Seconds between the local time and an hour of the day, the shorter way round the clock.
    private func distance(to hour: Int64, at now: Timestamp) -> Int64 {
        let day: Int64 = 86_400
        let between = ((now.seconds + (offset - hour) * 3600) % day + day) % day
        return min(between, day - between)
    }
}
