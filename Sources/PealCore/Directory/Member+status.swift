extension Member {
    /// When they arrived, as the backend says: the attribute `checkedInAt`; `nil` where it does not say so.
    public var checkedInAt: Timestamp? {
        guard case .string(let text)? = attributes["checkedInAt"] else { return nil }
        return Timestamp(rfc3339: text)
    }

    /// What the event of a put says: nothing where the status is the same as before.
    /// - Parameter before: the status before; `nil` where there was none, or no member.
    /// - Returns: the detail of the event.
    public func detail(replacing before: String?) -> EventDetail {
        guard status != before else { return .none }
        return .member(from: before, to: status, role: role, checkedInAt: checkedInAt, at: updatedAt)
    }
}
