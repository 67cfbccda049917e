//! How much may be submitted to a contest.

use crate::Refusal;

/// The bytes of a MiB, the unit in which organisers set limits.
pub const MEBIBYTE: i64 = 1 << 20;

/// Limits in bytes: those of a server, or those that hold for a contest on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubmissionLimits {
    /// Of one submission as it is sent.
    pub upload: i64,
    /// Of all submissions of a team, as they are stored.
    pub team: i64,
    /// Of all submissions of a contest, as they are stored.
    pub contest: i64,
}

/// The limits that organisers set for a contest, in bytes; `None` is the limit of the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContestLimits {
    /// Of one submission as it is sent.
    pub upload: Option<i64>,
    /// Of all submissions of a team, as they are stored.
    pub team: Option<i64>,
    /// Of all submissions of the contest, as they are stored.
    pub contest: Option<i64>,
}

impl ContestLimits {
    /// The limits that hold on a server. Those of the server protect its memory and its disk, so a contest has at most
    /// these, also if it was moved from a server with larger ones.
    pub fn within(&self, server: SubmissionLimits) -> SubmissionLimits {
        let smaller = |own: Option<i64>, server: i64| own.map_or(server, |own| own.min(server));
        SubmissionLimits {
            upload: smaller(self.upload, server.upload),
            team: smaller(self.team, server.team),
            contest: smaller(self.contest, server.contest),
        }
    }

    /// Checks that each limit is at least 1 MiB, and that none is larger than the one that contains it.
    pub fn check(&self) -> Result<(), Refusal> {
        let all = [self.upload, self.team, self.contest];
        if all.into_iter().flatten().any(|limit| limit < MEBIBYTE) {
            return Err(Refusal::LimitTooSmall);
        }
        if all.into_iter().flatten().is_sorted() { Ok(()) } else { Err(Refusal::LimitOrder) }
    }

    /// Checks that none is larger than what a server allows.
    pub fn check_within(&self, server: SubmissionLimits) -> Result<(), Refusal> {
        let pairs = [(self.upload, server.upload), (self.team, server.team), (self.contest, server.contest)];
        match pairs.into_iter().find(|(own, max)| own.is_some_and(|own| own > *max)) {
            Some((Some(own), max)) => {
                Err(Refusal::LimitTooLarge { mebibytes: own / MEBIBYTE, max_mebibytes: max / MEBIBYTE })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: SubmissionLimits =
        SubmissionLimits { upload: 16 * MEBIBYTE, team: 256 * MEBIBYTE, contest: 1024 * MEBIBYTE };

    fn limits(upload: i64, team: i64, contest: i64) -> ContestLimits {
        let mebibytes = |count: i64| (count > 0).then_some(count * MEBIBYTE);
        ContestLimits { upload: mebibytes(upload), team: mebibytes(team), contest: mebibytes(contest) }
    }

    #[test]
    fn a_contest_has_its_own_limits_and_never_more_than_the_server() {
        assert_eq!(ContestLimits::default().within(SERVER), SERVER);
        let smaller = limits(2, 8, 0).within(SERVER);
        assert_eq!((smaller.upload, smaller.team), (2 * MEBIBYTE, 8 * MEBIBYTE));
        assert_eq!(smaller.contest, SERVER.contest);
        assert_eq!(limits(99, 999, 9999).within(SERVER), SERVER);
    }

    #[test]
    fn limits_that_make_no_sense_are_refused() {
        for good in [limits(0, 0, 0), limits(1, 1, 1), limits(2, 0, 2), limits(16, 256, 1024)] {
            assert_eq!(good.check().and_then(|()| good.check_within(SERVER)), Ok(()), "{good:?}");
        }
        assert_eq!(
            ContestLimits { team: Some(MEBIBYTE - 1), ..limits(0, 0, 0) }.check(),
            Err(Refusal::LimitTooSmall)
        );
        assert_eq!(ContestLimits { team: Some(-1), ..limits(0, 0, 0) }.check(), Err(Refusal::LimitTooSmall));
        assert_eq!(limits(3, 2, 0).check(), Err(Refusal::LimitOrder));
        assert_eq!(limits(3, 0, 2).check(), Err(Refusal::LimitOrder));
        let refused = Refusal::LimitTooLarge { mebibytes: 17, max_mebibytes: 16 };
        assert_eq!(limits(17, 0, 0).check_within(SERVER), Err(refused));
    }
}
