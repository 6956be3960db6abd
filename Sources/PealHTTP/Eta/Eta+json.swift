import PealCore
import PealEngine

extension EtaReceipt {
    /// S0's `ETAUpdate` as it was accepted, with the text to show; words to the host are not repeated.
    func write(to writer: inout JSONWriter, ignored: [IgnoredHint] = []) {
        writer.object { writer in
            writer.member("eventId", event.id)
            writer.member("userId", user.rawValue)
            writer.member("status", status.rawValue)
            if let minutesLate { writer.member("estimatedMinutesLate", minutesLate) }
            writer.member("timestamp", at)
            writer.member("confirmation", confirmation)
            writer.warnings(ignored)
        }
    }
}

extension ExportedReply {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("event", event.description)
            writer.member("status", reply.status.rawValue)
            if let minutes = reply.minutesLate { writer.member("estimatedMinutesLate", minutes) }
            writer.member("message", message)
            writer.member("timestamp", reply.at)
        }
    }
}

extension EtaParticipantView {
    /// S0's `ParticipantETAStatus`, with colour and words.
    func write(to writer: inout JSONWriter, withDetails: Bool = false) {
        writer.object { writer in
            let member = row.participant.member
            writer.member("userId", member.userID.rawValue)
            writer.member("displayName", row.name)
            writer.member("avatar", avatar)
            writer.member("rsvpStatus", member.status)
            if let reply = row.reply {
                writer.object("etaStatus") { writer in
                    writer.member("eventId", member.entity.id)
                    writer.member("userId", member.userID.rawValue)
                    writer.member("status", reply.status.rawValue)
                    if let minutes = reply.minutesLate { writer.member("estimatedMinutesLate", minutes) }
                    writer.member("message", message)
                    writer.member("timestamp", reply.at)
                }
            }
            writer.member("checkedIn", row.isCheckedIn)
            writer.member("checkedInAt", row.checkedInAt)
            writer.member("colour", row.state.colour)
            writer.member("text", row.state.words)
            if withDetails { writer.member("details", .object(details)) }
        }
    }
}

extension EtaBoardView {
    /// The board; with some users, their rows alone and who of them is not on the board.
    func write(to writer: inout JSONWriter, only users: Set<UserID>? = nil) {
        let summary = board.summary
        writer.object { writer in
            writer.member("eventId", board.event.id)
            writer.member("startsAt", board.window?.startsAt)
            writer.member("opensAt", board.window?.opensAt)
            writer.member("clearsAt", board.window?.clearsAt)
            writer.member("etaOpen", board.isOpen)
            writer.member("remindersSent", board.isAsked)
            writer.member("version", board.version)
            writer.object("summary") { writer in
                writer.member("onTime", summary.onTime)
                writer.member("runningLate", summary.runningLate)
                writer.member("cantMakeIt", summary.cantMakeIt)
                writer.member("noResponse", summary.noResponse)
                writer.member("text", summary.text)
            }
            let shown = participants.filter { users?.contains($0.row.participant.member.userID) ?? true }
            writer.array("participants", shown) { $1.write(to: &$0) }
            guard let users else { return }
            let present = Set(shown.map(\.row.participant.member.userID))
            writer.member("removed", users.subtracting(present).sorted().map(\.rawValue))
        }
    }
}
