import type { PropertyKey } from './homes.ts'
import type { PictureName } from '../pictures/pictures.ts'
import { damage, type TenancyKey } from './tenancies.ts'

export const vendors = {
  plumber: {
    name: 'Rose Quarter Plumbing',
    phone: '+1 555 010 0188',
    email: 'desk@rosequarter.example.com',
    trades: ['plumbing', 'hvac'],
  },
  appliances: {
    name: 'Front Range Appliance Care',
    phone: '+1 555 010 0186',
    email: 'service@frontrange.example.com',
    trades: ['appliances', 'electrical'],
  },
  painter: {
    name: 'Cherry Creek Paint & Floor',
    phone: '+1 555 010 0187',
    email: 'jobs@cherrycreek.example.com',
    trades: ['painting', 'flooring'],
  },
} as const

export interface DemoRepair {
  title: string
  description: string
  category: 'plumbing' | 'electrical' | 'hvac' | 'appliances' | 'painting' | 'flooring' | 'exterior' | 'general'
  priority: 'low' | 'medium' | 'high' | 'emergency'
  property: PropertyKey
  /** Reported by this tenant; otherwise opened by the landlord. */
  by?: TenancyKey
  reported: { daysAgo: number } | { hoursAgo: number } | { month: number; day: number }
  picture?: PictureName
  vendor?: keyof typeof vendors
  estimatedCost?: number
  /** Days from now on which the vendor comes. */
  scheduledIn?: number
  /** What came of it, and after how many days. */
  end?: { status: 'completed' | 'cancelled'; afterDays: number; cost?: number }
}

export const repairs: Record<string, DemoRepair> = {
  dishwasher: {
    title: 'Dishwasher does not drain',
    description: 'Water stays at the bottom after every wash. The filter is clean.',
    category: 'appliances',
    priority: 'medium',
    property: 'court',
    by: 'walter',
    reported: { daysAgo: 395 },
    vendor: 'appliances',
    end: { status: 'completed', afterDays: 4, cost: 189.5 },
  },
  gate: {
    title: 'Back gate latch is broken',
    description: 'The gate to the shared garden does not close.',
    category: 'exterior',
    priority: 'low',
    property: 'duplex',
    by: 'priya',
    reported: { daysAgo: 250 },
    end: { status: 'completed', afterDays: 6, cost: 42 },
  },
  hotWater: {
    title: 'No hot water in apartment 202',
    description: 'Since this morning there is only cold water in the kitchen and the bathroom.',
    category: 'plumbing',
    priority: 'high',
    property: 'court',
    by: 'ahmed',
    reported: { daysAgo: 160 },
    vendor: 'plumber',
    end: { status: 'completed', afterDays: 3, cost: 412 },
  },
  light: {
    title: 'Bathroom light flickers',
    description: 'It flickers for a minute after it is switched on. Update: a new bulb helped.',
    category: 'electrical',
    priority: 'medium',
    property: 'court',
    by: 'grace',
    reported: { daysAgo: 95 },
    end: { status: 'cancelled', afterDays: 2 },
  },
  damage: {
    title: 'Carpet and wall in apartment 104',
    description: `${damage.what}, found at the move-out inspection.`,
    category: 'flooring',
    priority: 'medium',
    property: 'court',
    reported: { month: -1, day: 2 },
    picture: 'carpetBurn',
    vendor: 'painter',
    end: { status: 'completed', afterDays: 5, cost: damage.amount },
  },
  flooring: {
    title: 'New kitchen floor in apartment 203',
    description: 'Replace the worn vinyl with planks before the apartment is advertised.',
    category: 'flooring',
    priority: 'low',
    property: 'court',
    reported: { daysAgo: 6 },
    picture: 'kitchenFloor',
    vendor: 'painter',
    estimatedCost: 1450,
    scheduledIn: 5,
  },
  gutters: {
    title: 'Clear the gutters',
    description: 'Leaves hang over the edge at the street side.',
    category: 'exterior',
    priority: 'low',
    property: 'house',
    reported: { daysAgo: 11 },
    picture: 'gutter',
  },
  waterHeater: {
    title: 'Water heater makes a knocking noise',
    description: 'It knocks for a few minutes whenever it heats up.',
    category: 'plumbing',
    priority: 'medium',
    property: 'house',
    by: 'roommates',
    reported: { daysAgo: 2 },
    picture: 'waterHeater',
    vendor: 'plumber',
    estimatedCost: 240,
    scheduledIn: 2,
  },
  tap: {
    title: 'Kitchen tap drips',
    description: 'The tap drips all night, even when it is turned off hard.',
    category: 'plumbing',
    priority: 'medium',
    property: 'loft',
    by: 'jordan',
    reported: { daysAgo: 1 },
    picture: 'tap',
  },
  leak: {
    title: 'Water under the kitchen sink',
    description: 'The pipe under the sink leaks and the shut-off valve does not turn. A bucket stands under it.',
    category: 'plumbing',
    priority: 'emergency',
    property: 'duplex',
    by: 'noor',
    reported: { hoursAgo: 2 },
    picture: 'sinkLeak',
  },
}
