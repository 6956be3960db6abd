import FoundationEssentials
import JWTKit
import PealCore
import PealProviderKit

/// A Google service account: who Peal is towards FCM.
public struct ServiceAccount: Sendable {
    /// The Firebase project pushes are sent in.
    public let projectID: String
    /// The account's name.
    public let clientEmail: String
    /// Which of the account's keys this is.
    public let keyID: String?
    /// Where access tokens come from.
    public let tokenURI: String
    let privateKey: Insecure.RSA.PrivateKey

    /// The largest file that is looked at.
    static let sizeLimit = 64 * 1024

    /// Reads the JSON file Google hands out for a service account.
    /// - Throws: ``FCMConfigurationError`` with everything that is wrong at once.
    public init(json: [UInt8]) throws {
        guard json.count <= Self.sizeLimit else {
            throw FCMConfigurationError(["the service account file is larger than \(Self.sizeLimit / 1024) KiB"])
        }
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(json)), let members = value.object else {
            throw FCMConfigurationError(["the service account file is not a JSON object"])
        }
        var fields = AccountFields(members)
        let kind = fields.optional("type")
        if let kind, kind != "service_account" { fields.problems.append("type must be service_account") }
        let project = fields.required("project_id") {
            Self.isProjectID($0) ? nil : "project_id is not a valid project id"
        }
        let email = fields.required("client_email") {
            $0.contains("@") && !$0.contains { $0.isWhitespace } ? nil : "client_email is not an e-mail address"
        }
        let uri = fields.required("token_uri") { SecureAddress.problem(with: $0).map { "token_uri \($0)" } }
        var key: Insecure.RSA.PrivateKey?
        let pem = fields.required("private_key") { pem in
            if !pem.contains("\n"), pem.contains("\\n") {
                return "private_key contains backslash-n instead of line breaks"
            }
            key = try? Insecure.RSA.PrivateKey(pem: pem)
            return key == nil ? "private_key is not an RSA key of at least 2048 bits in PEM form" : nil
        }
        let keyID = fields.optional("private_key_id")
        guard fields.problems.isEmpty, let project, let email, let uri, pem != nil, let key else {
            throw FCMConfigurationError(fields.problems)
        }
        self.projectID = project
        self.clientEmail = email
        self.keyID = keyID
        self.tokenURI = uri
        self.privateKey = key
    }

    private static func isProjectID(_ text: String) -> Bool {
        text.utf8.count <= 100 && text.isASCIIAlphanumeric(or: "-_.:")
    }
}

/// Takes members out of the file and keeps every problem.
private struct AccountFields {
    private let members: [String: JSONValue]
    var problems: [String] = []

    init(_ members: [String: JSONValue]) { self.members = members }

    mutating func required(_ name: String, check: (String) -> String?) -> String? {
        guard let value = members[name] else {
            problems.append("\(name) is missing")
            return nil
        }
        guard let text = value.string, !text.isEmpty else {
            problems.append("\(name) must be a string that is not empty")
            return nil
        }
        guard let problem = check(text) else { return text }
        problems.append(problem)
        return nil
    }

    mutating func optional(_ name: String) -> String? {
        switch members[name] {
        case nil, .null: return nil
        case .string(let text) where !text.isEmpty: return text
        default:
            problems.append("\(name) must be a string that is not empty")
            return nil
        }
    }
}
