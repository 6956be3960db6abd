extension TableTriggers {
    /// An audit log only grows, and its first entries are deleted as far as a checkpoint covers them.
    static let auditTree = """
        CREATE TRIGGER audit_tree_grows BEFORE UPDATE ON audit_tree
        WHEN NEW.app <> OLD.app OR NEW.size < OLD.size OR NEW.at < OLD.at OR NEW.first_seq < OLD.first_seq
            OR (NEW.first_seq > OLD.first_seq AND NOT EXISTS (
                SELECT 1 FROM audit_checkpoint WHERE app = NEW.app AND size = NEW.first_seq)) BEGIN
            SELECT RAISE(ABORT, 'an audit log only grows');
        END;
        CREATE TRIGGER audit_tree_is_new BEFORE INSERT ON audit_tree
        WHEN EXISTS (SELECT 1 FROM audit_tree WHERE app = NEW.app) BEGIN
            SELECT RAISE(ABORT, 'an audit log only grows');
        END;
        CREATE TRIGGER audit_tree_stays BEFORE DELETE ON audit_tree BEGIN
            SELECT RAISE(ABORT, 'an audit log is never deleted');
        END;
        """

    /// A page grows at its end by entries of three bytes at least, or loses entries in front of the log's start.
    static let auditPage = """
        CREATE TRIGGER audit_page_is_final BEFORE UPDATE ON audit_page
        WHEN NOT (
            NEW.position = OLD.position AND NEW.size > OLD.size AND NEW.at = OLD.at
            AND substr(NEW.entries, 1, length(OLD.entries)) = OLD.entries
            AND length(NEW.entries) >= length(OLD.entries) + 3 * (NEW.size - OLD.size)
            AND (OLD.position & 0xFFFFFFFFFF) + OLD.size = (SELECT size FROM audit_tree WHERE app = OLD.position >> 40)
            OR NEW.position > OLD.position AND NEW.position + NEW.size = OLD.position + OLD.size AND NEW.at >= OLD.at
            AND NEW.position <= (SELECT first_seq FROM audit_tree WHERE app = OLD.position >> 40) + (OLD.position >> 40 << 40)
            AND substr(OLD.entries, -length(NEW.entries)) = NEW.entries AND length(NEW.entries) >= 3 * NEW.size
            AND NEW.at <= (SELECT at FROM audit_tree WHERE app = OLD.position >> 40)) BEGIN
            SELECT RAISE(FAIL, 'audit entries are never changed');
        END;
        -- REPLACE deletes without a trigger for that: what is inserted must be new.
        CREATE TRIGGER audit_page_is_new BEFORE INSERT ON audit_page
        WHEN NEW.position < 1 << 40
            OR NEW.position & 0xFFFFFFFFFF < (SELECT size FROM audit_tree WHERE app = NEW.position >> 40) BEGIN
            SELECT RAISE(FAIL, 'audit entries are only appended');
        END;
        CREATE TRIGGER audit_page_stays BEFORE DELETE ON audit_page
        WHEN (OLD.position & 0xFFFFFFFFFF) + OLD.size > (SELECT first_seq FROM audit_tree WHERE app = OLD.position >> 40) BEGIN
            SELECT RAISE(FAIL, 'audit entries are only deleted as a prefix that a checkpoint covers');
        END;
        """

    /// Without the keys of a page nothing in it would be found: they go after it, and with it when it is shortened.
    static let auditPageKeys = """
        CREATE TRIGGER audit_page_keys_are_final BEFORE UPDATE ON audit_page_keys
        WHEN NEW.actions <> OLD.actions OR NEW.filter <> OLD.filter
            OR NOT EXISTS (SELECT 1 FROM audit_page WHERE position = NEW.position) BEGIN
            SELECT RAISE(FAIL, 'keys of audit pages are never changed');
        END;
        CREATE TRIGGER audit_page_keys_are_new BEFORE INSERT ON audit_page_keys
        WHEN EXISTS (SELECT 1 FROM audit_page_keys WHERE position = NEW.position)
            OR NOT EXISTS (SELECT 1 FROM audit_page WHERE position = NEW.position) BEGIN
            SELECT RAISE(FAIL, 'keys of audit pages are never changed');
        END;
        CREATE TRIGGER audit_page_keys_stay BEFORE DELETE ON audit_page_keys
        WHEN EXISTS (SELECT 1 FROM audit_page WHERE position = OLD.position) BEGIN
            SELECT RAISE(FAIL, 'keys of audit pages are never changed');
        END;
        """

    /// Checkpoints are neither changed nor deleted.
    static let auditCheckpoint = """
        CREATE TRIGGER audit_checkpoint_is_final BEFORE UPDATE ON audit_checkpoint BEGIN
            SELECT RAISE(ABORT, 'checkpoints are never changed');
        END;
        CREATE TRIGGER audit_checkpoint_is_new BEFORE INSERT ON audit_checkpoint
        WHEN EXISTS (SELECT 1 FROM audit_checkpoint WHERE app = NEW.app AND size >= NEW.size) BEGIN
            SELECT RAISE(ABORT, 'checkpoints are never changed');
        END;
        CREATE TRIGGER audit_checkpoint_stays BEFORE DELETE ON audit_checkpoint BEGIN
            SELECT RAISE(ABORT, 'checkpoints are never deleted');
        END;
        """
}
