-- The longest extra time of a contest's teams is read with the contest: one look instead of all its teams.
CREATE INDEX accounts_by_extra_time ON accounts (contest, extra);
