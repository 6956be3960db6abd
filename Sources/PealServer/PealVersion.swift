/// The version of this program.
public enum PealVersion {
    /// By semantic versioning; `peal --version` and the list of components (`make sbom`) name it.
    public static let current = "0.1.0"
}
