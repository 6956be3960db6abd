/// When a notification counts as read in the inbox (R179, R181).
public enum ReadRule: String, Sendable, Codable, CaseIterable {
    /// Once its row was in view (S4.12.5).
    case view
    /// Once it was opened with a tap (S0.AC5.4).
    case tap

    /// What a client's report means that rows or a screen were viewed.
    public var markOfView: InboxMark { self == .view ? .read : .seen }
}
