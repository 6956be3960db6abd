/// What became of a catalog's text.
public enum CatalogKeeping: Sendable, Equatable {
    /// It is a new version, or a draft that is in force now.
    case kept(CatalogRecord)
    /// It was in force already.
    case unchanged(CatalogRecord)
    /// Another version is in force than the writer or the reviewer had before them; nothing was changed.
    case overtaken(inForce: Int)
}

extension CatalogKeeping {
    /// The version that is in force with it, or waits as a draft; `nil` where nothing was changed because of another one.
    public var record: CatalogRecord? {
        switch self {
        case .kept(let record), .unchanged(let record): record
        case .overtaken: nil
        }
    }
}
