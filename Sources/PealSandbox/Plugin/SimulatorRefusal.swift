/// Why a control call is not done.
public struct SimulatorRefusal: Error, Sendable {
    /// The status of the answer.
    public var status: Int
    /// What is wrong.
    public var detail: String

    /// Names what is wrong.
    public init(status: Int = 422, detail: String) {
        self.status = status
        self.detail = detail
    }

    /// What any error of a simulator is to the caller.
    init(_ error: any Error) { self = error as? SimulatorRefusal ?? SimulatorRefusal(detail: "\(error)") }
}
