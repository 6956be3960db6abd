import ArgumentParser

/// The ports that may be named on the command line.
enum PortRange {
    /// Refuses a number that is no port.
    static func check(_ port: Int?) throws {
        guard let port, !(0...65_535).contains(port) else { return }
        throw ValidationError("--port \(port) is not from 0 to 65535")
    }
}
