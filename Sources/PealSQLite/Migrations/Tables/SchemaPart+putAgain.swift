extension SchemaPart {
    /// Users who were erased and put again: their tokens from before the erasure stay refused while any can be valid.
    static let putAgain = SchemaPart(
        figures: [IndexFigures("erased_user", "erased_user_again", rows: "100 1")],
        sql: """
            ALTER TABLE erased_user ADD COLUMN put_again_at INTEGER;
            CREATE INDEX erased_user_again ON erased_user (erased_at) WHERE put_again_at IS NOT NULL;
            """
    )
}
