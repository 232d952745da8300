// Numbers of short stays that are a choice. Nothing but numbers, with their units in their names.

/** Stays that one network may hold within an hour without paying. */
export const holdsPerHour = 20
/** Unpaid stays that one listing may be held for at a time by one e-mail address. */
export const openHoldsPerGuest = 2
/** Links of guests that do not exist, tried from one network. */
export const unknownStaysPerTenMinutes = 30
