-- A link by name means the nearest note of that name: in its own notebook, then below the same top-level notebook, then
-- anywhere. The index finds the notebooks of a title one by one, without reading every note of that title.
CREATE INDEX documents_named ON documents (title_key, notebook_pk) WHERE deleted_at IS NULL;
