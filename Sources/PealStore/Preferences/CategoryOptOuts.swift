public import PealCore

/// How many users of an app want no pushes of a category (R167).
public struct CategoryOptOuts: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// The category.
    public var category: CategoryID
    /// Users who switched the category, or its pushes, off.
    public var optedOut: Int

    /// Joins the parts.
    public init(app: AppID, category: CategoryID, optedOut: Int) {
        self.app = app
        self.category = category
        self.optedOut = optedOut
    }
}
