import PealCore

@testable import PealSandbox

extension Fault {
    /// Reads a fault as the sandbox call takes it.
    init(text: String) throws { try self.init(json: JSONText.parse(Array(text.utf8)) ?? .null) }
}
