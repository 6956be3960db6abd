import Crypto
import Foundation

/// Texts that nobody can guess.
public enum RandomText {
    /// 256 random bits without padding, in an alphabet that headers and command lines take as it is.
    public static func make() -> String {
        let random = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }
        return random.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
