-- What the judge found is JSON, no longer an English sentence. The server replaces the sentences before this step.
ALTER TABLE judgings RENAME COLUMN detail TO finding;
