extension Template {
    /// Forms of a template, of which a counted variable chooses one.
    public struct Plural: Sendable, Equatable {
        /// The variable that counts.
        public let variable: String
        /// The forms; `other` is always among them.
        public let forms: [PluralCategory: Template]
        /// The form for 0, and where the variable was left out; `nil` takes one of the forms.
        public var none: Template? { zero.first }
        /// At most one: a template cannot hold another one itself.
        private let zero: [Template]

        init(variable: String, forms: [PluralCategory: Template], none: Template?) {
            self.variable = variable
            self.forms = forms
            zero = [none].compactMap(\.self)
        }
    }

    /// A template with a form a plural category; `nil` without the form `other`.
    /// - Parameters:
    ///   - variable: the variable that counts.
    ///   - forms: the forms, none of them plural itself.
    ///   - none: the form for 0, and where the variable was left out.
    public init?(choosingBy variable: String, among forms: [PluralCategory: Template], none: Template? = nil) {
        guard let other = forms[.other] else { return nil }
        let plural = Plural(variable: variable, forms: forms, none: none)
        self.init(segments: other.segments, source: other.source, plural: plural)
    }

    /// The form for a number; the template itself when it has but one.
    public func form(_ category: PluralCategory) -> Template {
        guard let plural else { return self }
        return plural.forms[category] ?? self
    }

    /// The form for a number in a language; for 0, and without a number, the one that says that there is none.
    public func form(for number: PluralOperands?, locale: String) -> Template {
        guard let number, number.isWhole, number.whole == 0 else {
            return number.map { form(PluralRules(locale: locale).category(of: $0)) } ?? plural?.none ?? form(.other)
        }
        return plural?.none ?? form(PluralRules(locale: locale).category(of: number))
    }

    /// Every form, without their choice: one for a template that has but one.
    public var forms: [Template] {
        guard let plural else { return [self] }
        return PluralCategory.allCases.compactMap { plural.forms[$0] } + [plural.none].compactMap(\.self)
    }

    /// Cuts the values in a text that was rendered from one of the forms, until it fits (R111, R112).
    ///
    /// - Parameters:
    ///   - text: the whole rendered text.
    ///   - budget: the visible length, in graphemes.
    /// - Returns: the text, cut where its variables stand; `nil` when no form gives such a text.
    public func refit(_ text: String, budget: Int) -> String? {
        if text.count <= budget { return text }
        for form in forms {
            guard let values = form.values(in: text) else { continue }
            var index = 0
            return form.render(budget: budget) { _, _ in
                defer { index += 1 }
                return values[index]
            }
        }
        return nil
    }

    /// The text of each hole, in order.
    ///
    /// Where a value holds the literal that follows it, another split is found: the parts still make up the whole text.
    private func values(in text: String) -> [String]? {
        var rest = Substring(text)
        var values: [String] = []
        var isOpen = false
        for (index, segment) in segments.enumerated() {
            guard case .literal(let literal) = segment else {
                // Two holes side by side: the first takes nothing.
                if isOpen { values.append("") }
                isOpen = true
                continue
            }
            if isOpen {
                let isLast = index == segments.count - 1
                guard let found = isLast ? rest.lastRange(of: literal) : rest.firstRange(of: literal) else {
                    return nil
                }
                values.append(String(rest[..<found.lowerBound]))
                rest = rest[found.upperBound...]
                isOpen = false
            } else {
                guard rest.hasPrefix(literal) else { return nil }
                rest = rest.dropFirst(literal.count)
            }
        }
        if isOpen { values.append(String(rest)) }
        return isOpen || rest.isEmpty ? values : nil
    }
}

extension Substring {
    fileprivate func lastRange(of text: String) -> Range<Index>? {
        guard hasSuffix(text), let start = index(endIndex, offsetBy: -text.count, limitedBy: startIndex) else {
            return nil
        }
        return start..<endIndex
    }
}
