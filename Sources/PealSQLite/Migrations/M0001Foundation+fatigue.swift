extension M0001Foundation {
    /// How many people there are and what they switched off, counted as it changes: reading it costs no walk (R167).
    static let fatigue = """
        CREATE TABLE person_count (app TEXT NOT NULL PRIMARY KEY, people INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TRIGGER person_added AFTER INSERT ON user BEGIN
            INSERT INTO person_count (app, people) VALUES (NEW.app, 1)
            ON CONFLICT (app) DO UPDATE SET people = people + 1;
        END;
        CREATE TRIGGER person_removed AFTER DELETE ON user BEGIN
            UPDATE person_count SET people = people - 1 WHERE app = OLD.app;
        END;

        CREATE TABLE opt_out_count (
            app TEXT NOT NULL, category TEXT NOT NULL, people INTEGER NOT NULL,
            PRIMARY KEY (app, category)) STRICT, WITHOUT ROWID;
        """
}
