import Crypto
import Foundation

/// 256 random bits as text without padding, in an alphabet that headers and command lines take as it is.
enum RandomText {
    static func make() -> String {
        let random = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }
        return random.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
