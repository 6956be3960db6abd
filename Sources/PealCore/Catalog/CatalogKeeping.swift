/// What became of a catalog's text.
public enum CatalogKeeping: Sendable, Equatable {
    /// It is a new version, or a draft that is in force now.
    case kept(CatalogRecord)
    /// It was in force already.
    case unchanged(CatalogRecord)
    /// Another version is in force than the writer or the reviewer had before them; nothing was changed.
    case overtaken(inForce: Int)
}
