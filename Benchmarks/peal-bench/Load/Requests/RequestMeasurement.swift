/// What a phase of a load run that is not counted in pushes cost the server.
struct RequestMeasurement: Sendable {
    /// What the cost is divided by.
    enum Unit: String {
        /// A request that was answered.
        case request
        /// A digest window that closed, with the push of its digest.
        case window
    }

    let name: String
    let unit: Unit
    let count: Int
    /// Seconds from the first request to the last answer; `nil` where the clock decides how long the phase takes.
    let seconds: Double?
    /// Processor time of the server in seconds, user and system.
    let serverCPU: Double

    var cpuMicroseconds: Double { serverCPU * 1e6 / Double(count) }
    var perSecond: Double? { seconds.map { Double(count) / $0 } }
}
