/** What the records of short stays hold, without zod, for the page too. */

export const bookingStatuses = ['pending', 'confirmed', 'checked_in', 'checked_out', 'cancelled', 'no_show'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const bookingSources = ['airbnb', 'vrbo', 'booking_com', 'direct'] as const
export type BookingSource = (typeof bookingSources)[number]

export const sourceNames: Readonly<Record<BookingSource, string>> = {
  airbnb: 'Airbnb',
  vrbo: 'Vrbo',
  booking_com: 'Booking.com',
  direct: 'Direct booking',
}

export const stayPaymentStatuses = ['pending', 'partial', 'paid', 'partially_refunded', 'refunded'] as const
export type StayPaymentStatus = (typeof stayPaymentStatuses)[number]

export const cancelledBy = ['guest', 'landlord', 'channel'] as const
export type CancelledBy = (typeof cancelledBy)[number]

/** The kinds of a quote's lines, in the order in which they are shown. */
export const lineKinds = ['nights', 'discount', 'extra_guests', 'cleaning', 'fee', 'tax'] as const
export type LineKind = (typeof lineKinds)[number]

export const feeUnits = ['per_stay', 'per_night', 'per_guest', 'per_guest_night'] as const
export type FeeUnit = (typeof feeUnits)[number]

export const taxKinds = ['percent', ...feeUnits] as const
export type TaxKind = (typeof taxKinds)[number]

/** What a percentage is taken of. */
export const taxedLines = ['nights', 'extra_guests', 'cleaning', 'fee'] as const
export type TaxedLine = (typeof taxedLines)[number]

export const cancellationPolicies = ['flexible', 'moderate', 'firm', 'strict', 'custom'] as const
export type CancellationPolicyName = (typeof cancellationPolicies)[number]

/** A share of the nights that is refunded to a guest who cancels at least so many days before check-in. */
export interface CancellationTier {
  daysBefore: number
  percent: number
}

/** Own tiers are in the listing. */
export const standardTiers: Readonly<Record<Exclude<CancellationPolicyName, 'custom'>, readonly CancellationTier[]>> = {
  flexible: [{ daysBefore: 1, percent: 100 }],
  moderate: [
    { daysBefore: 5, percent: 100 },
    { daysBefore: 1, percent: 50 },
  ],
  firm: [
    { daysBefore: 30, percent: 100 },
    { daysBefore: 7, percent: 50 },
  ],
  strict: [
    { daysBefore: 14, percent: 50 },
    { daysBefore: 7, percent: 25 },
  ],
}

/** A guest who cancels within so many hours of booking gets everything back, if check-in is at least so many days away. */
export const graceHours = 48
export const graceDaysBefore = 14

export const holdMinutes = 20
/** A request to book that nobody answers lapses after so many hours. */
export const answerHours = 24

/** Nights that one request for a calendar may cover. */
export const maxCalendarDays = 370

/** The standard amenities, offered by the form; a listing may name others. */
export const standardAmenities = [
  'Wifi',
  'Kitchen',
  'Free parking',
  'Air conditioning',
  'Heating',
  'Washer',
  'Dryer',
  'TV',
  'Hair dryer',
  'Iron',
  'Dedicated workspace',
  'Pool',
  'Hot tub',
  'Gym',
  'Patio or balcony',
  'Garden',
  'BBQ grill',
  'Fireplace',
  'Dishwasher',
  'Coffee maker',
  'Crib',
  'High chair',
  'EV charger',
  'Elevator',
  'Step-free access',
  'Pets allowed',
  'Self check-in',
  'Luggage drop-off',
] as const

export const standardSafetyFeatures = [
  'Smoke alarm',
  'Carbon monoxide alarm',
  'Fire extinguisher',
  'First aid kit',
  'Exterior security camera',
  'Window guards',
  'Stair gate',
  'Lockbox',
] as const

/** The rules that a stay can break, and the factors of a night's price. */
export const stayProblemCodes = [
  'past',
  'dates-taken',
  'too-many-guests',
  'min-stay',
  'max-stay',
  'closed-to-arrival',
  'closed-to-departure',
  'advance-notice',
  'booking-window',
  'preparation',
  'inactive',
] as const
export type StayProblemCode = (typeof stayProblemCodes)[number]

export const priceFactors = [
  'base',
  'date_override',
  'weekday',
  'season',
  'last_minute',
  'orphan_gap',
  'floor',
  'ceiling',
] as const
export type PriceFactorKind = (typeof priceFactors)[number]

export const minStaySources = [
  'orphan_gap',
  'date_override',
  'season',
  'weekday',
  'far_out',
  'last_minute',
  'listing',
] as const
export type MinStaySource = (typeof minStaySources)[number]

/** What a night of a listing is to others: who has it. */
export const nightStates = ['free', 'booking', 'hold', 'block', 'channel_block', 'lease'] as const
export type NightState = (typeof nightStates)[number]
