-- How much teams are told of a wrong answer: full, position or verdict. Contests that are there told all.
ALTER TABLE contests ADD COLUMN feedback TEXT NOT NULL DEFAULT 'full';
