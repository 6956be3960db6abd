import Foundation
import Testing

@Suite("The table of docs/reachability.md")
struct ReachabilityTableTests {
    /// Something that happens to the device of a user, and what the page calls it.
    private struct Row: Sendable {
        var name: String
        var route: PushRoute
        /// Whether the device has confirmed a push before.
        var isConfirming = true
        var happens: @Sendable (SignedInUser, Phone) async throws -> Void
    }

    private static let rows = [
        Row(name: "nothing; the device confirms its pushes", route: .fcmAndroid) { _, _ in },
        Row(name: "the app is uninstalled, and the push service says so", route: .fcmAndroid) { _, phone in
            try await phone.change("uninstall")
        },
        Row(name: "the push service calls the token invalid", route: .apns) { _, phone in
            try await phone.sandbox.fault([
                "provider": "apns", "match": ["phone": "\(phone.id)"],
                "answer": ["status": 400, "reason": "BadDeviceToken"],
            ])
        },
        Row(name: "the user denies the permission", route: .fcmAndroid) { user, phone in
            _ = try await user.api.patch("/api/v1/users/me/devices/\(phone.device)", ["permission": "denied"])
        },
        Row(name: "the device has never confirmed a push", route: .fcmAndroid, isConfirming: false) { _, _ in },
        Row(name: "the push service answers 201 for ever, and nobody is there", route: .webpush) { _, phone in
            try await phone.change("offline")
        },
    ]

    @Test("is what the simulators show after an hour, a day and seven days")
    func table() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            var lines = Self.rows.map { "| \($0.name) |" }
            for (number, row) in Self.rows.enumerated() {
                let user = try await gss.user("user-\(number)")
                let phone = try await user.phone(on: row.route)
                let kudos: JSON = ["type": "kudos", "to": ["users": ["\(user.user)"]], "data": GSSKind.kudos]
                if row.isConfirming {
                    try await gss.trigger(kudos)
                    try await user.confirm(on: phone)
                }
                try await row.happens(user, phone)
                try await gss.trigger(kudos)
                if number == 0 { try await user.confirm(on: phone) }
            }
            for duration in ["PT1H", "PT23H", "P6D"] {
                try await sandbox.advance(duration)
                for number in Self.rows.indices {
                    let push = try await gss.reachability("user-\(number)")["push"]
                    let word = push["reachable"].bool == true ? "reached" : "not reached"
                    lines[number] += " \(word)" + (push["reason"].string.map { ", `\($0)`" } ?? "") + " |"
                }
            }
            let table = lines.joined(separator: "\n")
            #expect(try Self.page().contains("|---|---|---|---|\n" + table + "\n"), "the table is now:\n\(table)")
        }
    }

    private static func page() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        return try String(contentsOf: root.appending(path: "docs/reachability.md"), encoding: .utf8)
    }
}
