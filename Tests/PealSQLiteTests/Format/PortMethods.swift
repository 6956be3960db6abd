import Foundation

/// The methods of the port protocols, as their sources declare them: `InboxStore.item(_:of:app:includesHidden:)`.
///
/// They are read from the sources, so that a method that is added to a port is known here at the same moment.
enum PortMethods {
    /// Every method of every port.
    static func declared() throws -> Set<String> {
        let sources = URL(filePath: #filePath).appending(path: "../../../../Sources/PealStore").standardized
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        let ports = (files?.compactMap { $0 as? URL } ?? []).filter { $0.lastPathComponent.hasSuffix("Store.swift") }
        return Set(try ports.flatMap { try declared(in: String(contentsOf: $0, encoding: .utf8)) })
    }

    /// The methods of the protocols in a source text; those of extensions are made of them.
    static func declared(in source: String) -> [String] {
        let code = source.split(separator: "\n").filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
            .joined(separator: "\n")
        return code.matches(of: /protocol (\w+)[^{]*\{(.*?)\n\}/.dotMatchesNewlines()).flatMap { port in
            port.2.matches(of: /func (\w+)\(/).map { method in
                let labels = labels(of: port.2[method.range.upperBound...])
                return "\(port.1).\(method.1)(\(labels.map { "\($0):" }.joined()))"
            }
        }
    }

    /// The labels of parameters, from a text that begins after their opening bracket.
    private static func labels(of text: Substring) -> [Substring] {
        var (depth, start, parameters) = (0, text.startIndex, [Substring]())
        for index in text.indices {
            switch text[index] {
            case "(", "[", "<": depth += 1
            case ")" where depth == 0:
                parameters.append(text[start..<index])
                return parameters.compactMap { $0.split(whereSeparator: { $0.isWhitespace || $0 == ":" }).first }
            // The arrow of a closure's type closes nothing.
            case ">" where text[..<index].last == "-": continue
            case ")", "]", ">": depth -= 1
            case "," where depth == 0:
                parameters.append(text[start..<index])
                start = text.index(after: index)
            default: continue
            }
        }
        return []
    }
}

extension PortMethods {
    /// The methods that change what is stored and answer nothing that was stored: nothing is read with them.
    ///
    /// What leases rows is not among them: it answers with what it leased.
    static let writing: Set<String> = [
        "AlertMessageStore.keep(_:forgetting:)",
        "AnalyticsStore.sweepAnalytics(now:limit:)",
        "AuditStore.pruneAudit(of:before:limit:)",
        "ChangeStore.apply(_:)",
        "ChangeStore.applyTogether(_:)",
        "ClockStore.acceptClock(at:)",
        "ClockStore.note(_:)",
        "DeliveryStore.apply(_:claiming:)",
        "DeliveryStore.beginEpoch()",
        "DeviceStore.keep(_:of:)",
        "DirectoryStore.deleteMember(_:of:app:)",
        "DirectoryStore.eraseUser(_:app:now:)",
        "DirectoryStore.finishErasing()",
        "DirectoryStore.forgetErasures(before:)",
        "DirectoryStore.putMember(_:app:)",
        "DirectoryStore.putMembers(_:of:app:)",
        "EtaStore.sweepEtaReplies(of:before:limit:)",
        "EventStore.sweepEvents(now:limit:)",
        "IdempotencyStore.store(_:under:now:)",
        "IdempotencyStore.sweepExpired(now:limit:)",
        "KeyStore.noteRootKey(_:)",
        "RetentionStore.sweepLocalWaits(limit:)",
        "RetentionStore.sweepRejections(of:before:)",
        "ScheduleStore.sweepSchedules(before:limit:)",
        "SealedStore.replace(_:app:)",
        "WebhookStore.sweepMessages(of:app:before:keeping:limit:)",
    ]
}
