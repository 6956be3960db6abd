import ArgumentParser

/// The ports that may be named on the command line.
enum PortRange {
    /// Rejects a number that is not a port.
    static func check(_ port: Int?) throws {
        guard let port, !(0...65_535).contains(port) else { return }
        throw ValidationError("--port \(port) is out of range; write 0 to 65535")
    }
}
