import Foundation
import PealCore

/// The figures of all senders, and which promises they keep.
struct SendersReport: Sendable {
    static let multiplexer = "swift-nio-http2, a channel a push"
    static let frames = "swift-nio-http2, bare frames"
    static let fcmHTTP2 = "\(PealSenders.name), HTTP/2"
    static let webPushHTTP2 = "\(PealSenders.name), keys made ahead, HTTP/2"

    let concurrency: Int
    private(set) var figures: [SenderService: [SenderFigures]] = [:]
    private(set) var skipped: [SenderService: [SkippedSender]] = [:]
    /// What an ephemeral key made ahead costs.
    var keyMicroseconds: Double?
    /// P-256 key agreements a second on one core, by OpenSSL.
    var agreementsPerSecond: Double?

    init(concurrency: Int) { self.concurrency = concurrency }

    mutating func add(_ service: SenderService, _ sender: SenderFigures) {
        figures[service, default: []].append(sender)
    }

    mutating func skip(_ service: SenderService, _ name: String, _ reason: String) {
        skipped[service, default: []].append(SkippedSender(name: name, reason: reason))
    }

    /// What was promised, as far as it was measured.
    var marks: [SendersMark] {
        var marks: [SendersMark] = []
        if let own = figures[.apns]?.first {
            for (name, least, promise) in [
                ("aioapns", 6, "APNs: pushes a processor second, compared with aioapns"),
                (Self.multiplexer, 0.7, "APNs: the same, compared with swift-nio-http2 with a channel a push"),
                (
                    Self.frames, 0.7,
                    "APNs: the same, compared with swift-nio-http2 with bare frames and all made beforehand"
                ),
            ] as [(String, Double, String)] {
                guard let other = figures[.apns]?.first(where: { $0.name.hasPrefix(name) }) else { continue }
                let ratio = own.pushesPerCPUSecond / other.pushesPerCPUSecond
                marks.append(SendersMark(promise: promise, value: ratio, least: least, unit: "×"))
            }
        }
        for service in [SenderService.fcm, .expo] {
            guard let own = figures[service]?.first else { continue }
            let promise = "\(service.title): pushes a second"
            marks.append(SendersMark(promise: promise, value: own.pushesPerSecond, least: 5_000, unit: ""))
        }
        if let apple = figures[.apns]?.first, let own = figures[.fcm]?.first(where: { $0.name == Self.fcmHTTP2 }) {
            // At most 1.5 times the processor time.
            let promise = "FCM over HTTP/2: pushes a processor second, compared with APNs"
            let ratio = own.pushesPerCPUSecond / apple.pushesPerCPUSecond
            marks.append(SendersMark(promise: promise, value: ratio, least: 1 / 1.5, unit: "×"))
        }
        if let own = figures[.webpush]?.first,
            let other = figures[.webpush]?.first(where: { $0.name.hasPrefix("pywebpush") })
        {
            let promise = "Web Push, a fresh key each: pushes a processor second, compared with pywebpush"
            let ratio = own.pushesPerCPUSecond / other.pushesPerCPUSecond
            marks.append(SendersMark(promise: promise, value: ratio, least: 1, unit: "×"))
        }
        if let rows = figures[.webpush], rows.count > 3 {
            // At most 0.6 times the processor time.
            let promise = "Web Push over HTTP/2, keys made ahead: pushes a processor second, compared with HTTP/1.1"
            let ratio = rows[3].pushesPerCPUSecond / rows[1].pushesPerCPUSecond
            marks.append(SendersMark(promise: promise, value: ratio, least: 1 / 0.6, unit: "×"))
        }
        let errors = figures.values.joined().filter { $0.name.hasPrefix(PealSenders.name) }.reduce(0) { $0 + $1.errors }
        marks.append(SendersMark(promise: "Peal: pushes not accepted", value: -Double(errors), least: 0, unit: ""))
        return marks
    }

    /// A table for people.
    var table: String {
        var lines = ["", "senders, \(concurrency) concurrent; processor time of the sender only"]
        for service in SenderService.allCases {
            guard let rows = figures[service], let own = rows.first else { continue }
            lines += ["", name(service.title) + Self.headings.map(column).joined()]
            for row in rows { lines.append(name("  \(row.name)") + cells(row, own).map(column).joined()) }
            for row in rows {
                if let error = row.firstError { lines.append("  \(row.name): \(row.errors) errors, first: \(error)") }
            }
            for row in skipped[service] ?? [] { lines.append("  \(row.name): not measured: \(row.reason)") }
            if service == .webpush { lines += path }
        }
        lines += ["", "marks"]
        lines += marks.map { mark in
            "  \(mark.holds ? "holds" : "MISSED")  \(mark.promise): \(amount(abs(mark.value)))\(mark.unit)"
                + (mark.value <= 0 && mark.least == 0 ? "" : " (at least \(amount(mark.least))\(mark.unit))")
        }
        return lines.joined(separator: "\n")
    }

    /// Where the time of a push to a browser goes, and what bounds it.
    private var path: [String] {
        guard let rows = figures[.webpush], rows.count > 2, let agreementsPerSecond else { return [] }
        let agreement = 1e6 / agreementsPerSecond
        let sealing = rows[2].cpuMicroseconds
        var lines = [
            "  the bound: one P-256 agreement a push, \(number(agreementsPerSecond)) a second on one core by openssl speed: "
                + "\(amount(agreement)) µs",
            "  the way there, key made ahead: \(amount(agreement)) µs the agreement, \(amount(sealing - agreement)) µs the "
                + "rest of sealing, \(amount(rows[1].cpuMicroseconds - sealing)) µs the HTTP "
                + "client and the simulator's share of the core",
        ]
        if rows.count > 3 {
            lines.append("  over HTTP/2, with TLS: \(amount(rows[3].cpuMicroseconds - sealing)) µs all but sealing")
        }
        if let keyMicroseconds {
            lines.append("  a key costs \(amount(keyMicroseconds)) µs: in idle time when made ahead, else in the push")
        }
        return lines
    }

    /// The same for machines.
    var json: String {
        let bytes = JSONWriter.bytes { writer in
            writer.object { writer in
                for service in SenderService.allCases {
                    guard let rows = figures[service] else { continue }
                    writer.array(service.rawValue, rows) { writer, row in
                        writer.object { writer in
                            writer.member("sender", row.name)
                            writer.member("pushes", row.pushes)
                            writer.member("pushesPerSecond", Int(row.pushesPerSecond))
                            writer.member("pushesPerCPUSecond", Int(row.pushesPerCPUSecond))
                            writer.member("cpuMicrosecondsPerPush", JSONValue.number(row.cpuMicroseconds))
                            writer.member("errors", row.errors)
                        }
                    }
                }
                if let keyMicroseconds { writer.member("keyMicroseconds", JSONValue.number(keyMicroseconds)) }
                if let agreementsPerSecond { writer.member("agreementsPerSecond", Int(agreementsPerSecond)) }
                writer.array("marks", marks) { writer, mark in
                    writer.object { writer in
                        writer.member("promise", mark.promise)
                        writer.member("value", JSONValue.number(mark.value))
                        writer.member("least", JSONValue.number(mark.least))
                        writer.member("holds", mark.holds)
                    }
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let headings = ["pushes/s", "pushes/CPU-s", "CPU-µs/push", "Peal is", "errors"]

    private func cells(_ row: SenderFigures, _ own: SenderFigures) -> [String] {
        let ratio = row.pushesPerCPUSecond > 0 ? own.pushesPerCPUSecond / row.pushesPerCPUSecond : 0
        return [
            number(row.pushesPerSecond), number(row.pushesPerCPUSecond), amount(row.cpuMicroseconds),
            row.name == own.name ? "" : String(format: "%.2f×", ratio), String(row.errors),
        ]
    }

    private func name(_ text: String) -> String { text + String(repeating: " ", count: max(0, 38 - text.count)) }
    private func column(_ text: String) -> String { String(repeating: " ", count: max(0, 14 - text.count)) + text }
    private func number(_ value: Double) -> String { String(Int(value.rounded())) }
    private func amount(_ value: Double) -> String {
        value >= 100 || value == value.rounded() ? number(value) : String(format: value < 10 ? "%.2f" : "%.1f", value)
    }
}
