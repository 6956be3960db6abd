extension Device {
    /// The capability of a device whose app draws pushes itself: Peal's service worker on FCM's web (P3).
    public static let drawingCapability = "draws"

    /// Whether a device with these capabilities draws pushes itself.
    public static func drawsPushes(_ capabilities: [String: String]) -> Bool {
        capabilities[drawingCapability] == "granted"
    }
}
