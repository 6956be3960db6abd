extension Preferences {
    /// The categories of which the user wants no pushes, whether they switched off the category or its pushes.
    var withoutPush: Set<CategoryID> {
        Set(
            categories.filter { _, choices in
                choices.enabled?.value == false || choices.channels[Channel.push.rawValue]?.value == false
            }.keys
        )
    }
}

extension Preferences {
    /// Whether both choose the same, whenever they did.
    public func chooses(as other: Self) -> Bool {
        global.compactMapValues(\.value) == other.global.compactMapValues(\.value)
            && quietHours.chooses(as: other.quietHours) && resetAt == other.resetAt
            && Set(categories.keys).union(other.categories.keys).allSatisfy { chooses(as: other, in: $0) }
    }

    /// Whether both choose the same in a category, whenever they did.
    func chooses(as other: Self, in category: CategoryID) -> Bool {
        let (own, others) = (categories[category], other.categories[category])
        return own?.enabled?.value == others?.enabled?.value
            && (own?.channels ?? [:]).compactMapValues(\.value) == (others?.channels ?? [:]).compactMapValues(\.value)
    }
}

extension Preferences.QuietChoices {
    /// Whether both choose the same, whenever they did.
    func chooses(as other: Self) -> Bool {
        enabled?.value == other.enabled?.value && start?.value == other.start?.value
            && end?.value == other.end?.value && timeZone?.value == other.timeZone?.value
    }
}
