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

extension Preferences.QuietChoices {
    /// Whether both choose the same, whenever they did.
    func chooses(as other: Self) -> Bool {
        enabled?.value == other.enabled?.value && start?.value == other.start?.value
            && end?.value == other.end?.value && timeZone?.value == other.timeZone?.value
    }
}
