/// First come, first served, where anybody may leave at any time.
struct WaitingLine<Member> {
    private var members: [UInt64: Member] = [:]
    private var order: [UInt64] = []
    private var head = 0

    var count: Int { members.count }

    mutating func append(_ member: Member, number: UInt64) {
        members[number] = member
        order.append(number)
    }

    mutating func popFirst() -> Member? {
        while head < order.count {
            let number = order[head]
            head += 1
            if let member = members.removeValue(forKey: number) {
                tidy()
                return member
            }
        }
        tidy()
        return nil
    }

    mutating func remove(_ number: UInt64) -> Member? {
        guard let member = members.removeValue(forKey: number) else { return nil }
        tidy()
        return member
    }

    /// Keeps the numbers of those who left from piling up.
    private mutating func tidy() {
        guard order.count > 2 * members.count + 64 else { return }
        order = order[head...].filter { members[$0] != nil }
        head = 0
    }
}
