import PealCore

/// The address of a user in a channel.
struct ChannelAddressRow: FactRow, Equatable {
    var address: ChannelAddress

    struct Key: Hashable, Comparable {
        var user: UserID
        var channel: Channel

        static func < (left: Self, right: Self) -> Bool {
            (left.user, TextKey(left.channel.rawValue)) < (right.user, TextKey(right.channel.rawValue))
        }
    }

    enum Group: Hashable {
        case user(UserID)
    }

    var key: Key { Key(user: address.user, channel: address.channel) }
    var groups: [Group] { [.user(address.user)] }

    var factUser: UserID? { address.user }

    func hasSameFacts(as other: Self) -> Bool { address.invalidSince == other.address.invalidSince }
}
