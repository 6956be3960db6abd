/// The answer to messages: tickets, or why there are none.
struct ExpoTicketBody: Decodable {
    var tickets: [Lenient<ExpoVerdict>]?
    var error: ExpoRequestError?

    private enum CodingKeys: String, CodingKey {
        case data, errors
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        error = ExpoRequestError.first(in: members, .errors)
        if let list = try? members.decode([Lenient<ExpoVerdict>].self, forKey: .data) {
            tickets = list
        } else if let one = try? members.decode(ExpoVerdict.self, forKey: .data) {
            tickets = [Lenient(value: one)]
        }
    }
}

/// The answer to a question for receipts: by the id of the ticket, or why there are none.
struct ExpoReceiptBody: Decodable {
    var receipts: [String: Lenient<ExpoVerdict>]?
    var error: ExpoRequestError?

    private enum CodingKeys: String, CodingKey {
        case data, errors
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        error = ExpoRequestError.first(in: members, .errors)
        receipts = try? members.decode([String: Lenient<ExpoVerdict>].self, forKey: .data)
    }
}

/// A ticket or a receipt.
struct ExpoVerdict: Decodable {
    var status: String
    var id: String?
    /// Expo's code for what is wrong.
    var error: String?
    /// The token it is about, when it says.
    var token: String?

    private enum CodingKeys: String, CodingKey {
        case status, id, details
    }

    private enum DetailKeys: String, CodingKey {
        case error, expoPushToken
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        status = try members.decode(String.self, forKey: .status)
        id = try? members.decodeIfPresent(String.self, forKey: .id)
        guard let details = try? members.nestedContainer(keyedBy: DetailKeys.self, forKey: .details) else { return }
        error = try? details.decodeIfPresent(String.self, forKey: .error)
        token = try? details.decodeIfPresent(String.self, forKey: .expoPushToken)
    }
}

/// Why a whole request failed.
struct ExpoRequestError: Decodable {
    var code: String?
    /// The tokens of each project, when there was more than one.
    var projects: [[String]]?

    private enum CodingKeys: String, CodingKey {
        case code, details
    }

    init(from decoder: any Decoder) throws {
        guard let members = try? decoder.container(keyedBy: CodingKeys.self) else { return }
        code = try? members.decodeIfPresent(String.self, forKey: .code)
        let details = try? members.decodeIfPresent([String: [String]].self, forKey: .details)
        projects = details.map { $0.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// The first error; `nil` when there is none.
    fileprivate static func first<Key: CodingKey>(in members: KeyedDecodingContainer<Key>, _ key: Key) -> Self? {
        (try? members.decodeIfPresent([ExpoRequestError].self, forKey: key))?.first
    }
}

/// A value, or nothing when it has another shape; its neighbours are read all the same.
struct Lenient<Value: Decodable>: Decodable {
    var value: Value?

    init(value: Value?) { self.value = value }

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}
