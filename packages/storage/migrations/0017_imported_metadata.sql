-- What the source said of a note beside its text when it was last imported, as JSON of the importer: another import tells
-- by it what changed there. Null where that is not known.
ALTER TABLE provenance ADD COLUMN metadata TEXT;
