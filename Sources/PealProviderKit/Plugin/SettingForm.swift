/// What a key of the configuration holds.
public enum SettingForm: Sendable, Hashable {
    case text, flag, list
}
