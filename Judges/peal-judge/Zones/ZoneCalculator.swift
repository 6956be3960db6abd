import Foundation
import JudgeKit
import PealCore

/// Answers questions about local time, one line each; zone files are read once.
struct ZoneCalculator {
    private let directory: URL
    private var zones: [String: ZoneRules] = [:]

    /// Reads zones from a directory of compiled zone files.
    init(directory: URL) { self.directory = directory }

    /// Answers one line.
    /// - Throws: `JudgeError` when the line is no question; `ZoneError` when the zone's file is malformed.
    mutating func answer(_ line: String) throws -> String {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard parts.count >= 3 else { throw Self.misunderstood(line) }
        let rules = try rules(of: String(parts[1]))
        switch (parts[0], parts.count) {
        case ("quiet", 5):
            guard let start = Self.time(parts[2]), let end = Self.time(parts[3]), let instant = Self.instant(parts[4])
            else { throw Self.misunderstood(line) }
            let window = QuietWindow(start: start, end: end)
            let isQuiet = window.isQuiet(at: instant, in: rules) ? 1 : 0
            let release = window.release(after: instant, in: rules)
            return "\(rules.local(at: instant).secondsSince1970)\t\(isQuiet)\t\(release.milliseconds)"
        case ("local", 3):
            guard let second = Int64(parts[2]) else { throw Self.misunderstood(line) }
            return "\(rules.instant(of: LocalDateTime(secondsSince1970: second)).milliseconds)"
        case ("window", 4):
            guard let unit = CalendarUnit(rawValue: String(parts[2])), let instant = Self.instant(parts[3]) else {
                throw Self.misunderstood(line)
            }
            let window = CalendarWindow(containing: instant, unit: unit, in: rules)
            return "\(window.start.milliseconds)\t\(window.end.milliseconds)"
        default: throw Self.misunderstood(line)
        }
    }

    private mutating func rules(of name: String) throws -> ZoneRules {
        if let known = zones[name] { return known }
        let rules = try ZoneRules(tzif: [UInt8](Data(contentsOf: directory.appending(path: name))))
        zones[name] = rules
        return rules
    }

    private static func time(_ minutes: Substring) -> LocalTime? {
        Int(minutes).flatMap { LocalTime(hour: $0 / 60, minute: $0 % 60) }
    }

    private static func instant(_ milliseconds: Substring) -> Timestamp? {
        Int64(milliseconds).map(Timestamp.init(milliseconds:))
    }

    private static func misunderstood(_ line: String) -> JudgeError {
        JudgeError(.invalid, "invalid question: \(line)")
    }
}
