extension SimulatorControl {
    /// Controls simulators that share a request log, faults and phones; those left out are not simulated.
    public init(_ simulators: [any PushSimulator], requestLog: RequestLog, faults: FaultScript, phones: DeviceFleet) {
        let responder = ControlResponder(
            simulators: simulators,
            requestLog: requestLog,
            faults: faults,
            phones: phones
        )
        self.init { responder.answer($0, body: $1) }
    }
}
