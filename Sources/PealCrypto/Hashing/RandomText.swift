import Crypto
import PealCore

/// Texts that nobody can guess.
public enum RandomText {
    /// 256 random bits without padding, in an alphabet that headers and command lines take as it is.
    public static func make() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { Base64URL.encode($0) }
    }
}
