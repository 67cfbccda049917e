-- The demon's tight bound for question 5; the server computes it where it is missing. `bound` stays the plain one.
ALTER TABLE inputs ADD COLUMN tight_bound BIGINT;
