//! A file of training games.
//!
//! ```text
//! file    LAPLGAME version:u32 settings (see `Settings::to_bytes`) crc32:u32, then blocks
//! block   BLCK number:u64 games:u32 bytes:u32 payload crc32:u32 of everything from `number` on
//! payload games, one after the other (see `TrainingGame::write`)
//! ```
//!
//! Numbers are little-endian. A block is appended by one write and synced now and then, so that a killed run leaves
//! whole blocks and at most a part of one at the end, which [`GameFile::resume`] cuts off. Anything else that is wrong is
//! refused with its offset.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::datagen::Settings;
use crate::game::TrainingGame;

const MAGIC: &[u8; 8] = b"LAPLGAME";
const VERSION: u32 = 1;
const BLOCK_MAGIC: &[u8; 4] = b"BLCK";
/// The bytes of a block before its payload: magic, number, games, bytes.
const BLOCK_HEAD: usize = 20;
/// Longer payloads are refused: a block of games has some ten thousand bytes.
const MAX_PAYLOAD: u32 = 64 << 20;
/// The number of blocks after which the file is synced to the disk.
const SYNC_INTERVAL: u32 = 64;

/// Why a file is not a file of training games.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system refused to read or write.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Bytes that are not what they should be.
    #[error("offset {offset}: {reason}")]
    Damaged {
        /// Where in the file.
        offset: u64,
        /// What is wrong there.
        reason: String,
    },
    /// The last block is not complete: the run that wrote it was killed.
    #[error(
        "offset {offset}: the file ends inside a block; `laplace blobwar datagen` with the same settings cuts it off and goes on"
    )]
    CutOff {
        /// Where the block begins.
        offset: u64,
    },
    /// A run with other settings made the file.
    #[error("the file has games of other settings: found {found}, expected {expected}")]
    OtherSettings {
        /// The settings in the file.
        found: Box<Settings>,
        /// The settings of this run.
        expected: Box<Settings>,
    },
}

/// A block of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its number, which with the settings determines its games.
    pub number: u64,
    /// The games.
    pub games: Vec<TrainingGame>,
}

impl Block {
    /// The number of positions in its games.
    pub fn positions(&self) -> u64 {
        self.games.iter().map(|game| game.plies.len() as u64).sum()
    }

    /// The block as it is in a file: blocks made on different machines are put together behind one [`head`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut payload = Vec::new();
        for game in &self.games {
            game.write(&mut payload);
        }
        let mut bytes = BLOCK_MAGIC.to_vec();
        bytes.extend(self.number.to_le_bytes());
        bytes.extend((self.games.len() as u32).to_le_bytes());
        bytes.extend((payload.len() as u32).to_le_bytes());
        bytes.extend(payload);
        let sum = crc32fast::hash(&bytes[BLOCK_MAGIC.len()..]);
        bytes.extend(sum.to_le_bytes());
        bytes
    }
}

/// The bytes of a file of these settings before its first block.
pub fn head(settings: &Settings) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend(settings.to_bytes());
    head.extend(crc32fast::hash(&head).to_le_bytes());
    head
}

/// Reads the blocks of a file one after the other.
pub struct Blocks<R> {
    input: R,
    settings: Settings,
    offset: u64,
    /// Set after an error, or at the end: there is nothing more to read.
    ended: bool,
}

impl Blocks<BufReader<File>> {
    /// Opens a file and reads its head.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::new(BufReader::with_capacity(1 << 20, File::open(path)?))
    }
}

impl<R: Read> Blocks<R> {
    /// Reads the head of a file.
    pub fn new(mut input: R) -> Result<Self, FileError> {
        let mut head = [0; MAGIC.len() + 4 + Settings::BYTES + 4];
        let read = read_up_to(&mut input, &mut head)?;
        let damaged = |offset: usize, reason: &str| {
            Err(FileError::Damaged { offset: offset as u64, reason: reason.into() })
        };
        if read < MAGIC.len() || !head.starts_with(MAGIC) {
            return damaged(0, "expected a file of training games");
        }
        if read < head.len() {
            return damaged(read, "the file ends inside its head");
        }
        let (before, sum) = head.split_at(head.len() - 4);
        if sum != crc32fast::hash(before).to_le_bytes() {
            return damaged(before.len(), "the checksum of the head is wrong");
        }
        let (version, settings) = before[MAGIC.len()..].split_at(4);
        if version != VERSION.to_le_bytes() {
            return damaged(MAGIC.len(), "found another version of the format, expected version 1");
        }
        let settings = Settings::from_bytes(settings);
        Ok(Self { input, settings, offset: head.len() as u64, ended: false })
    }

    /// The settings that made the games.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The offset behind the last block that was read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn read_block(&mut self) -> Result<Option<Block>, FileError> {
        let offset = self.offset;
        let damaged = |at: usize, reason: String| FileError::Damaged { offset: offset + at as u64, reason };
        let mut head = [0; BLOCK_HEAD];
        match read_up_to(&mut self.input, &mut head)? {
            0 => return Ok(None),
            BLOCK_HEAD => {}
            _ => return Err(FileError::CutOff { offset }),
        }
        if !head.starts_with(BLOCK_MAGIC) {
            return Err(damaged(0, "expected the beginning of a block".into()));
        }
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| head[at + i]));
        let number = u64::from_le_bytes(std::array::from_fn(|i| head[4 + i]));
        let games = word(12);
        let length = word(16);
        if length > MAX_PAYLOAD {
            return Err(damaged(
                16,
                format!("found a block of {length} bytes, expected at most {MAX_PAYLOAD}"),
            ));
        }
        let mut rest = vec![0; length as usize + 4];
        if read_up_to(&mut self.input, &mut rest)? < rest.len() {
            return Err(FileError::CutOff { offset });
        }
        let (payload, sum) = rest.split_at(length as usize);
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&head[BLOCK_MAGIC.len()..]);
        hasher.update(payload);
        if sum != hasher.finalize().to_le_bytes() {
            return Err(damaged(0, "the checksum of the block is wrong".into()));
        }
        let mut block = Block { number, games: Vec::new() };
        let mut at = 0;
        while at < payload.len() {
            let (game, bytes) = TrainingGame::read(&payload[at..])
                .map_err(|error| damaged(BLOCK_HEAD + at + error.offset, error.reason))?;
            block.games.push(game);
            at += bytes;
        }
        if block.games.len() != games as usize {
            return Err(damaged(12, format!("found {} games, expected {games}", block.games.len())));
        }
        self.offset += (BLOCK_HEAD + rest.len()) as u64;
        Ok(Some(block))
    }
}

impl<R: Read> Iterator for Blocks<R> {
    type Item = Result<Block, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let block = self.read_block().transpose();
        self.ended = !matches!(block, Some(Ok(_)));
        block
    }
}

/// A file that blocks are added to.
pub struct GameFile {
    file: File,
    unsynced: u32,
}

/// What a file held when it was opened to go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The numbers of its blocks, sorted.
    pub blocks: Vec<u64>,
    /// The number of games.
    pub games: u64,
    /// The number of positions.
    pub positions: u64,
    /// The bytes of an incomplete block that were cut off at the end.
    pub cut_off: u64,
}

impl GameFile {
    /// Opens a file to add blocks to it; makes it if there is none. An incomplete block at its end is cut off. A file
    /// that is damaged, or has games of other settings, is left as it is.
    pub fn resume(path: &Path, settings: &Settings) -> Result<(Self, Found), FileError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let length = file.metadata()?.len();
        let mut found = Found::default();
        if length == 0 {
            file.write_all(&head(settings))?;
            file.sync_data()?;
            return Ok((Self { file, unsynced: 0 }, found));
        }
        let mut blocks = Blocks::new(BufReader::with_capacity(1 << 20, &file))?;
        if blocks.settings() != settings {
            return Err(FileError::OtherSettings {
                found: Box::new(blocks.settings().clone()),
                expected: Box::new(settings.clone()),
            });
        }
        for block in &mut blocks {
            match block {
                Ok(block) => {
                    found.blocks.push(block.number);
                    found.games += block.games.len() as u64;
                    found.positions += block.positions();
                }
                Err(FileError::CutOff { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let end = blocks.offset();
        found.cut_off = length - end;
        found.blocks.sort_unstable();
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok((Self { file, unsynced: 0 }, found))
    }

    /// Adds a block.
    pub fn append(&mut self, block: &Block) -> io::Result<()> {
        let end = self.file.stream_position()?;
        let written = self.file.write_all(&block.to_bytes());
        if written.is_err() {
            // What is there stays whole, so that the run can go on when there is room again.
            self.file.set_len(end)?;
            self.file.seek(SeekFrom::Start(end))?;
            return written;
        }
        self.unsynced += 1;
        if self.unsynced >= SYNC_INTERVAL {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until everything is on the disk.
    pub fn sync(&mut self) -> io::Result<()> {
        self.unsynced = 0;
        self.file.sync_data()
    }
}

/// Fills the buffer as far as the input goes.
fn read_up_to(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < buffer.len() {
        match input.read(&mut buffer[read..]) {
            Ok(0) => break,
            Ok(bytes) => read += bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(read)
}
