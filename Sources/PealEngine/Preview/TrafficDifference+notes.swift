import PealCore

extension TrafficDifference {
    /// What to bear in mind when reading the figures, in sentences.
    public var notes: [String] {
        var notes = ["Users are evaluated as they are now; how they were when a trigger was due is not stored."]
        for absence in Absence.allCases {
            guard let count = leftOut[absence] else { continue }
            let what = "\(counted(count, "trigger")) \(count == 1 ? "is" : "are") skipped"
            switch absence {
            case .data: notes.append("\(what): the data was deleted by retention.")
            case .key: notes.append("\(what): no available key decrypts the data.")
            case .type: notes.append("\(what): no stored catalog version has the type.")
            }
        }
        if !untried.isEmpty {
            notes.append(
                """
                Not evaluated: \(untried.joined(separator: ", ")). Summaries depend on what waited; limits and \
                schedules depend on when triggers were sent.
                """
            )
        }
        return notes
    }

    /// The places in which two catalogs differ that a replay does not try.
    static func untried(_ old: Catalog, _ new: Catalog) -> [String] {
        var paths: [String] = []
        for type in old.types {
            guard let other = new.type(type.id) else { continue }
            if type.summary != other.summary { paths.append("types.\(type.id).summary") }
            if type.schedule != other.schedule { paths.append("types.\(type.id).schedule") }
            if type.delayWhileActive != other.delayWhileActive { paths.append("types.\(type.id).delayWhileActive") }
        }
        if old.limits != new.limits { paths.append("limits") }
        return paths
    }
}
