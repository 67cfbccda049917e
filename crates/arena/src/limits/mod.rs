//! Limits that keep one client from taking what the others need: requests per time, open streams and
//! connections, memory for request bodies.

mod body_budget;
mod rate;
mod shared_rate;
mod sign_in;
mod streams;

pub use body_budget::{BodyBudget, BodyPermit, MAX_FORM};
pub use rate::{Rate, RateLimiter};
pub use shared_rate::SharedRateLimiter;
pub use sign_in::{Attempt, SignInLimits};
pub use streams::{ConnectionSlots, PerRole, Slot, SlotLimits};
pub(crate) use streams::{GuardedStream, Subscriber};
