package import PealSQL

extension SQLiteStore {
    /// Has transactions observed from now on; an earlier observer receives no more.
    package func observeCommits(_ observer: CommitObserver) { writer.observe(observer) }
}
