//! The three games, and what their steps are called.

/// Which of the three games a recording or a replay holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// Tetris on 24 x 12 with every piece known in advance.
    Demon,
    /// Tetris on 20 x 10 where components fall.
    Well,
    /// Blobwar or Ataxx.
    Blobwar,
}

impl GameKind {
    /// Every game.
    pub const ALL: [Self; 3] = [Self::Demon, Self::Well, Self::Blobwar];

    /// Its name in documents and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Demon => "demon",
            Self::Well => "well",
            Self::Blobwar => "blobwar",
        }
    }

    /// The game of that name.
    ///
    /// ```
    /// use laplace_judge::GameKind;
    /// assert_eq!(GameKind::by_name("well"), Some(GameKind::Well));
    /// ```
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// What one step is called.
    pub const fn step_name(self) -> &'static str {
        match self {
            Self::Demon => "piece",
            Self::Well => "figure",
            Self::Blobwar => "move",
        }
    }

    /// What an [event](crate::recording::Event) is called.
    pub const fn event_name(self) -> &'static str {
        match self {
            Self::Demon => "Tetris",
            Self::Well => "deletion",
            Self::Blobwar => "capture",
        }
    }
}
