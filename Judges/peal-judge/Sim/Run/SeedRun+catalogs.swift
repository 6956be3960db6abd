import PealCore
import PealEngine

/// Catalogs that are published, and rolled back, while pushes are on their way.
extension SeedRun {
    func publish() async throws {
        // One operator at a time.
        guard let process = alive, !world.apps.isEmpty, !isPublishing else { return }
        isPublishing = true
        defer { isPublishing = false }
        let index = random.below(world.apps.count)
        let app = world.apps[index]
        var restores: Int?
        var text = "\(app.id), change \(number())"
        if random.happens(0.4), app.published.count > 1 {
            let version = random.within(1...app.published.count - 1)
            restores = version
            text = app.published[version - 1]
        } else {
            world.apps[index].texts[text] = CatalogEdit.make(of: app.catalog, random: &random)
        }
        guard let catalog = world.apps[index].texts[text] else { return }
        republished.insert(app.id)
        let keeping = try await process.engine.publisher.keep(
            CatalogText(yaml: text, author: "judge", restores: restores),
            of: plan.injectedBug.applied(to: catalog)
        )
        guard alive?.number == process.number else { return }
        tally.publications += 1
        switch keeping {
        case .kept(let record): put(text, version: record.version, in: index)
        case .unchanged: break
        case .overtaken: return fail("version", "\(app.id): nobody asked for a version")
        }
        note("\(app.id) is ruled by \(text)")
    }

    private func put(_ text: String, version: Int, in index: Int) {
        guard version == world.apps[index].published.count + 1, var catalog = world.apps[index].texts[text] else {
            return fail("version", "\(world.apps[index].id): \(text) became version \(version)")
        }
        catalog.version = version
        world.apps[index].published.append(text)
        world.apps[index].catalog = catalog
    }

    /// What a new process finds in force: what was acknowledged, and perhaps one that a crash cut off.
    func takeUp(_ texts: [String]) {
        for index in world.apps.indices {
            let app = world.apps[index]
            let kept = texts.filter { app.texts[$0] != nil }
            guard kept.starts(with: app.published), kept.count <= app.published.count + 1 else {
                return fail("version", "\(app.id): of \(app.published) are left \(kept)")
            }
            if kept.count > app.published.count, let text = kept.last {
                republished.insert(app.id)
                put(text, version: kept.count, in: index)
            } else {
                world.apps[index].catalog.version = kept.count
            }
        }
    }
}
