/// What one phase of a load run cost.
struct Measurement: Sendable {
    let name: String
    let pushes: Int
    /// From the first request to the last outcome on disk.
    let seconds: Double
    /// Triggers acknowledged a second, where many were sent.
    var acceptedPerSecond: Double?
    let serverCPU: Double
    let simulatorCPU: Double
    let clientCPU: Double
    let bytes: Int
    let peakResident: Int
    /// The most it had of its own, not counting pages of the mapped database.
    let peakOwn: Int

    var pushesPerSecond: Double { Double(pushes) / seconds }
    var cpuMicrosecondsPerPush: Double { serverCPU * 1e6 / Double(pushes) }
    var cpuOfAll: Double { serverCPU + simulatorCPU + clientCPU }
    var bytesPerPush: Double { Double(bytes) / Double(pushes) }
}
