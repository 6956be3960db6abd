/// Why a decision came out as it did: one entry a stage, also for stages that let it pass.
public struct Trace: Sendable, Equatable {
    /// One stage's entry.
    public struct Step: Sendable, Equatable {
        /// The stage.
        public var stage: Stage
        /// What it did.
        public var outcome: Outcome
        /// Why, when it stood in the way.
        public var reason: Reason?
        /// What a sentence about it needs besides, for example a role, a window or a device count.
        public var argument: String?

        /// Joins the parts.
        public init(_ stage: Stage, _ outcome: Outcome, _ reason: Reason? = nil, _ argument: String? = nil) {
            self.stage = stage
            self.outcome = outcome
            self.reason = reason
            self.argument = argument
        }
    }

    /// What a stage did.
    public enum Outcome: String, Sendable, CaseIterable {
        /// Nothing stood in the way.
        case pass
        /// It stopped one channel or all.
        case stop
        /// It put the push off.
        case hold
        /// It overrode what a person chose.
        case override
        /// The push had ended before this stage.
        case skip
        /// A held push was decided again from here on.
        case release
    }

    /// The entries in order.
    public var steps: [Step]

    /// Joins entries.
    public init(_ steps: [Step] = []) { self.steps = steps }
}

extension Trace {
    /// The stored form: a letter a stage, then outcome, reason and argument where they say something.
    ///
    /// A plain pass is one byte, so that a whole trace takes about forty.
    public var encoded: String {
        var out = ""
        for step in steps {
            out.unicodeScalars.append(Self.letter(step.stage, in: Stage.allCases, from: "a"))
            if step.outcome != .pass || step.reason != nil || step.argument != nil {
                out.unicodeScalars.append(Self.letter(step.outcome, in: Outcome.allCases, from: "A"))
            }
            if let reason = step.reason { out += ":" + reason.rawValue }
            if let argument = step.argument {
                out += "(" + Self.escaped(argument) + ")"
            }
            out += step.reason != nil && step.argument == nil ? ";" : ""
        }
        return out
    }

    private static func escaped(_ argument: String) -> String {
        guard argument.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: ")") }) else {
            return argument
        }
        return argument.replacing("\\", with: "\\\\").replacing(")", with: "\\)")
    }

    /// Reads the stored form; entries this version does not know are left out.
    public init(encoded: String) {
        var steps: [Step] = []
        var rest = Substring(encoded)
        while let first = rest.popFirst() {
            guard let stage = Self.value(first, in: Stage.allCases, from: "a") else { continue }
            var step = Step(stage, .pass)
            if let next = rest.first, let outcome = Self.value(next, in: Outcome.allCases, from: "A") {
                rest.removeFirst()
                step.outcome = outcome
            }
            if rest.first == ":" {
                rest.removeFirst()
                let end = rest.firstIndex { $0 == ";" || $0 == "(" } ?? rest.endIndex
                step.reason = Reason(rawValue: String(rest[..<end]))
                rest = rest[end...]
                if rest.first == ";" { rest.removeFirst() }
            }
            if rest.first == "(" {
                rest.removeFirst()
                var argument = ""
                while let character = rest.popFirst(), character != ")" {
                    argument.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
                }
                step.argument = argument
            }
            steps.append(step)
        }
        self.steps = steps
    }

    private static func letter<Value: Equatable>(_ value: Value, in all: [Value], from base: Unicode.Scalar)
        -> Unicode.Scalar
    {
        Unicode.Scalar(UInt8(base.value) + UInt8(all.firstIndex(of: value) ?? 0))
    }

    private static func value<Value>(_ letter: Character, in all: [Value], from base: Unicode.Scalar) -> Value? {
        guard let scalar = letter.unicodeScalars.first, scalar.value >= base.value else { return nil }
        let index = Int(scalar.value - base.value)
        return all.indices.contains(index) ? all[index] : nil
    }
}
