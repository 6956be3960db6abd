/// A virtual phone of the sandbox.
struct Phone: Sendable {
    let sandbox: Sandbox
    let id: String
    let device: String
    /// The device's key.
    var key: String?
    /// The hash of its address.
    var addressHash: String?

    /// What it shows now, oldest first.
    func notifications() async throws -> [JSON] { try await screen()["notifications"].items }

    func screen() async throws -> JSON { try await sandbox.anyone.get("/sandbox/phones/\(id)/screen") }

    /// `offline`, `online` or `uninstall`.
    func change(_ change: String) async throws { _ = try await sandbox.anyone.post("/sandbox/phones/\(id)/\(change)") }

    /// Every push request that was meant for it, oldest first, refused ones too.
    func pushes() async throws -> [Push] { try await sandbox.pushes().filter { $0.phone == id } }
}
