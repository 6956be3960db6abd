import PealCore
