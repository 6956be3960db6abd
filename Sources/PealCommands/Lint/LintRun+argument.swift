public import ArgumentParser

extension LintRun.Format: ExpressibleByArgument {}
