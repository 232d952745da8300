import { z } from '../../zod.ts'

/** Where a calendar is from. `keyhold`: another home that is managed with Keyhold; `other` also where the calendar itself shall say it. */
export const feedChannels = ['airbnb', 'vrbo', 'booking_com', 'google', 'keyhold', 'other'] as const
export type FeedChannel = (typeof feedChannels)[number]

export const feedChannelNames: Record<FeedChannel, string> = {
  airbnb: 'Airbnb',
  vrbo: 'VRBO',
  booking_com: 'Booking.com',
  google: 'Google Calendar',
  keyhold: 'Keyhold',
  other: 'Other calendar',
}

/**
 * What an entry says. `reservation`: a guest comes; it becomes a booking. `unavailable`: its channel does not sell the nights; a block that is never
 * exported. `closed`: its channel writes both alike (Booking.com), or it is a calendar whose words mean nothing to us; a block that is
 * exported to the other channels.
 */
export const feedEntryKinds = ['reservation', 'unavailable', 'closed'] as const
export type FeedEntryKind = (typeof feedEntryKinds)[number]

/** `missing`: not in the latest calendar; it is cancelled after the second good fetch without it. */
export const feedEntryStates = ['active', 'missing', 'cancelled'] as const
export type FeedEntryState = (typeof feedEntryStates)[number]

/**
 * `claimed`: holds its nights. `covered`: somebody else holds all of them, which is right for a block. `conflict`: a guest of the channel and somebody
 * else. `returned`: our own nights, which the channel shows again. `copy`: another feed of this home has the same reservation at first hand.
 * `set-aside`: the landlord decided that it takes no nights. `none`: cancelled.
 */
export const feedEntryHolds = ['claimed', 'covered', 'conflict', 'returned', 'copy', 'set-aside', 'none'] as const
export type FeedEntryHold = (typeof feedEntryHolds)[number]

/**
 * `new`: not fetched yet. `failing`: the latest fetch failed. `stale`: no good fetch for three intervals. `empty`: the calendar has lost all its entries,
 * which cancels nothing until the landlord confirms it.
 */
export const feedHealths = ['new', 'ok', 'failing', 'stale', 'empty', 'paused'] as const
export type FeedHealth = (typeof feedHealths)[number]

/** `unchanged`: the server said so, or the calendar says the same as before. */
export const feedOutcomes = ['changed', 'unchanged', 'empty', 'failed'] as const
export type FeedOutcome = (typeof feedOutcomes)[number]

export const conflictChoices = ['keep', 'move', 'cancel'] as const
export type ConflictChoice = (typeof conflictChoices)[number]

export const nightHolders = ['booking', 'hold', 'block', 'lease', 'feed'] as const

export const Nights = z.object({ from: z.iso.date(), to: z.iso.date() })
