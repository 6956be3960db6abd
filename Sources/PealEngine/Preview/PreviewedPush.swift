public import PealCore
public import PealProviderKit

/// What a device would show for a type.
public struct PreviewedPush: Sendable {
    /// The type.
    public var type: NotificationType
    /// The locale of its title.
    public var locale: String
    /// The title, fitted to the platform.
    public var title: String
    /// The body, fitted to the platform.
    public var body: String
    /// What a tap opens.
    public var link: String
    /// What is muted together.
    public var thread: String?
    /// What the device groups by.
    public var group: String?
    /// The platform's name of the sound; `nil` is silent.
    public var sound: String?
    /// The buttons, and what the app offers behind "More…".
    public var actions: [PushPayload.Action]
    /// What Android draws of them; `nil` on other platforms, and without buttons.
    public var androidButtons: AndroidButtons?
}
