import ArgumentParser
import JudgeKit

extension PushWay: ExpressibleByArgument {}
