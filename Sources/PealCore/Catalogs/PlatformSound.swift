/// What a sound of the catalog is on one platform.
public enum PlatformSound: Sendable, Equatable {
    /// No sound.
    case silent
    /// The platform's name of it: a file of the app on iOS, a resource on Android, or `default`.
    case named(String)

    /// The platform's default sound.
    public static let standard = PlatformSound.named("default")
}

extension Catalog {
    /// What the provider is told of a type's sound on a platform; `nil` is silent.
    ///
    /// A name that ``sounds`` does not list is the same on every platform.
    public func sound(_ name: String?, on platform: Platform) -> String? {
        guard let name else { return nil }
        guard let sound = sounds[name] else { return name }
        switch sound[platform] ?? .standard {
        case .silent: return nil
        case .named(let file): return file
        }
    }
}
