import PealCore

extension TrafficDifference {
    /// What to bear in mind when reading the figures, in sentences.
    public var notes: [String] {
        var notes = ["People are taken as they are now: what they were when a trigger was due is not kept."]
        for absence in Absence.allCases {
            guard let count = leftOut[absence] else { continue }
            let what = count == 1 ? "1 trigger is left out" : "\(count) triggers are left out"
            switch absence {
            case .data: notes.append("\(what): the data is not kept any more.")
            case .key: notes.append("\(what): no key at hand opens the data.")
            case .type: notes.append("\(what): no catalog that is kept knows the type.")
            }
        }
        if !untried.isEmpty {
            notes.append(
                """
                Not tried: \(untried.joined(separator: ", ")). Summaries depend on what people have seen, limits and \
                schedules on what was or would have been stated when.
                """
            )
        }
        return notes
    }

    /// The places in which two catalogs differ that a replay does not try.
    static func untried(_ old: Catalog, _ new: Catalog) -> [String] {
        var places: [String] = []
        for type in old.types {
            guard let other = new.type(type.id) else { continue }
            if type.summary != other.summary { places.append("types.\(type.id).summary") }
            if type.schedule != other.schedule { places.append("types.\(type.id).schedule") }
            if type.delayWhileActive != other.delayWhileActive { places.append("types.\(type.id).delayWhileActive") }
        }
        if old.limits != new.limits { places.append("limits") }
        return places
    }
}
