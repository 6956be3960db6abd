package import PealStore

/// The ports that reachability is looked at and kept with.
package typealias ReachabilityPorts = ReachabilityStore & EventStore & ChangeStore & WebhookStore & DirectoryStore
