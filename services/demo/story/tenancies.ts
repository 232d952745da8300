import type { HomeKey } from './homes.ts'
import type { PersonKey } from './people.ts'

/** When and how the rent of a month arrives. */
export interface Habit {
  /** Days of the month on which equal parts are paid; a day below 1 is in the month before. */
  days: number[]
  method: 'ach' | 'check' | 'bank_transfer' | 'online'
}

export interface DemoTenancy {
  /** The first pays. */
  tenants: [PersonKey, ...PersonKey[]]
  home: HomeKey
  /** The month in which it starts; 0 is the current one. */
  startMonth: number
  startDay?: number
  /** Its months begin, and its rents are due, on the day of the month that is today. */
  isDueToday?: boolean
  termMonths: number
  termKind: 'fixed' | 'rollover'
  rent: number
  habit: Habit
  /** Months whose rent is not paid by habit: left open, or told in its own scene. */
  skips?: number[]
  /** They moved out at the end of this month. */
  lastMonth?: number
  newRent?: { month: number; rent: number }
}

const onTime = (method: Habit['method'], ...days: number[]): Habit => ({ days, method })

export const tenancies = {
  /** Always early; from the thirteenth month on month to month, with a higher rent later. */
  priya: {
    tenants: ['priya'],
    home: 'lower',
    startMonth: -17,
    termMonths: 12,
    termKind: 'rollover',
    rent: 2050,
    habit: onTime('ach', -3),
    newRent: { month: -3, rent: 2120 },
  },
  /** Always late. The rents of this month and the last are open. */
  noor: {
    tenants: ['noor'],
    home: 'upper',
    startMonth: -9,
    termMonths: 12,
    termKind: 'fixed',
    rent: 1650,
    habit: onTime('check', 12),
    skips: [-1, 0],
  },
  roommates: {
    tenants: ['lena', 'tomas', 'ravi'],
    home: 'house',
    startMonth: -7,
    termMonths: 12,
    termKind: 'fixed',
    rent: 2850,
    habit: onTime('bank_transfer', 2),
  },
  /** Has reported the rent that is due today. The lease ends in a month. */
  jordan: {
    tenants: ['jordan'],
    home: 'loft',
    startMonth: -11,
    isDueToday: true,
    termMonths: 12,
    termKind: 'rollover',
    rent: 1850,
    habit: onTime('bank_transfer', 1),
    skips: [0],
  },
  walter: {
    tenants: ['walter'],
    home: 'a101',
    startMonth: -17,
    termMonths: 24,
    termKind: 'fixed',
    rent: 1180,
    habit: onTime('check', 1),
  },
  /** Pays half on the second and half on the sixteenth, as agreed. */
  grace: {
    tenants: ['grace'],
    home: 'a102',
    startMonth: -14,
    termMonths: 24,
    termKind: 'fixed',
    rent: 1240,
    habit: onTime('online', 2, 16),
  },
  /** The check of last month was returned. */
  marcus: {
    tenants: ['marcus'],
    home: 'a103',
    startMonth: -8,
    termMonths: 12,
    termKind: 'fixed',
    rent: 1220,
    habit: onTime('check', 3),
    skips: [-1],
  },
  dana: {
    tenants: ['dana'],
    home: 'a104',
    startMonth: -16,
    termMonths: 12,
    termKind: 'rollover',
    rent: 1250,
    habit: onTime('check', 3),
    lastMonth: -2,
  },
  couple: {
    tenants: ['sofia', 'ben'],
    home: 'a201',
    startMonth: -6,
    termMonths: 12,
    termKind: 'fixed',
    rent: 1390,
    habit: onTime('bank_transfer', 1),
  },
  ahmed: {
    tenants: ['ahmed'],
    home: 'a202',
    startMonth: -12,
    termMonths: 24,
    termKind: 'fixed',
    rent: 1310,
    habit: onTime('online', 2),
  },
  /** Moved in in the middle of a month. */
  hannah: {
    tenants: ['hannah'],
    home: 'a204',
    startMonth: -2,
    startDay: 16,
    termMonths: 12,
    termKind: 'fixed',
    rent: 1360,
    habit: onTime('online', 1),
  },
} as const satisfies Record<string, DemoTenancy>

export type TenancyKey = keyof typeof tenancies

export const lateFeePolicy = {
  scope: 'account',
  graceDays: 4,
  kind: 'flat',
  amount: 75,
  minimumBalance: 50,
  returnedPaymentFee: 35,
} as const

/** What the move-out inspection of apartment 104 found, and what was kept of the deposit for it. */
export const damage = { amount: 310, what: 'Burn in the bedroom carpet and two holes in the wall' }
