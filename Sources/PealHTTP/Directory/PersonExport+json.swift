import PealCore
import PealEngine
import PealWire

extension PersonExport.Answer {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.name("user")
            user.write(to: &writer)
            writer.array("memberships", memberships) { $1.write(to: &$0) }
            writer.array("devices", devices) { $1.write(to: &$0) }
            if let preferences {
                writer.name("preferences")
                preferences.write(to: &writer)
            }
            writer.array("notifications", notifications) { $1.write(to: &$0) }
            writer.member("truncated", isTruncated)
        }
    }
}
