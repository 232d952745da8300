import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { dollars, plural } from '../../words.ts'
import * as evidence from '../evidence.ts'
import { type Finding, type Home, type Priority, type Rule, share, stepUp } from '../portfolio.ts'

/** With fewer comparables the median says little about the market. */
export const minComparables = 3
/** A smaller difference can be explained by floor, view or finish. */
export const minGap = 0.08
export const mediumGap = 0.12
export const highGap = 0.2
/** Share of the rent by which the gap must grow for a dismissed finding to return. */
export const growthStep = 0.05
/** How many comparables are shown; the count says how many there were. */
const shown = 8
const listed = 20
/** Number of comparables at which half the confidence is reached. */
const halfSure = 3
/** Homes in other towns are not comparable. Homes without a town are compared with each other. */
const unknownTownFactor = 0.9
/** Without floor areas a small home may be compared with a large one. */
const unknownAreaFactor = 0.8

const plain = (text: string | null) => text?.trim().toLowerCase() || null

/** The median of sorted values. */
export function median(sorted: readonly number[]): number {
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** The interquartile range of sorted values, as a share of their median. */
export function spread(sorted: readonly number[]): number {
  const at = (part: number) => sorted[Math.round((sorted.length - 1) * part)]!
  return (at(0.75) - at(0.25)) / median(sorted)
}

interface Measured {
  home: Home
  /** Rent, per square foot or per month. */
  rent: number
}

const sorted = (group: Measured[]) =>
  group.toSorted((a, b) => a.rent - b.rent || (a.home.propertyId < b.home.propertyId ? -1 : 1))

/** A home whose rent is well below the median of the landlord's own homes of the same type and bedrooms, in the same town. It advises; no rent changes. */
export const rentBelowComparables: Rule = ({ homes, renters }) => {
  const residents = Map.groupBy(
    renters.filter(({ isActive }) => isActive),
    ({ propertyId }) => propertyId,
  )
  const isLet = (home: Home) => residents.has(home.propertyId)
  // The rent a tenant pays counts when it is above the property's rent. The largest one, not the sum: co-tenants' records may contain
  // a share of the rent or the whole.
  const paid = homes.map((home) => ({
    ...home,
    monthlyRent: Math.max(
      home.monthlyRent,
      ...(residents.get(home.propertyId) ?? []).map(({ monthlyRent }) => monthlyRent ?? 0),
    ),
  }))
  const groups = Map.groupBy(
    paid.filter(
      ({ propertyType, bedrooms }) => propertyType !== null && (bedrooms !== null || propertyType === 'studio'),
    ),
    ({ propertyType, bedrooms, city, state }) => JSON.stringify([propertyType, bedrooms, plain(city), plain(state)]),
  )
  const findings = [...groups.values()].flatMap((group) => {
    // Sorted once per group, so that thousands of homes are fast.
    const perMonth = sorted(group.map((home) => ({ home, rent: home.monthlyRent })))
    const perFoot = sorted(
      group.flatMap((home) => (home.squareFeet ? [{ home, rent: home.monthlyRent / home.squareFeet }] : [])),
    )
    return group.flatMap((home) => {
      const others = (all: Measured[]) => all.filter((one) => one.home !== home)
      const measured = home.squareFeet ? others(perFoot) : []
      const byArea = measured.length >= minComparables
      return compare(home, byArea ? measured : others(perMonth), { byArea, isVacant: !isLet(home) }) ?? []
    })
  })
  return { findings, next: null }
}

function compare(
  home: Home,
  alike: Measured[],
  { byArea, isVacant }: { byArea: boolean; isVacant: boolean },
): Finding | null {
  if (alike.length < minComparables) return null
  const comparables = alike.map((one) => one.home)
  const rents = alike.map(({ rent }) => rent)
  const middle = median(rents)
  const implied = Math.round(middle * (byArea ? home.squareFeet! : 1))
  const gap = (implied - home.monthlyRent) / implied
  if (!(gap >= minGap)) return null

  const judged: Priority = gap >= highGap ? 'high' : gap >= mediumGap ? 'medium' : 'low'
  // A vacant home can be offered at a new rent today, an occupied one only when the lease allows.
  const priority = isVacant ? stepUp(judged) : judged
  const isTownKnown = plain(home.city) !== null
  const difference = implied - home.monthlyRent
  const kind = kindOf(home)
  const basis = byArea ? 'per square foot' : 'per month'
  return {
    key: `rent-below-comparables:${home.propertyId}`,
    propertyId: home.propertyId,
    tenantId: null,
    insightType: 'rent_optimization',
    title: `${home.name} is rented below your similar homes`,
    description:
      `${home.name} rents at ${dollars(home.monthlyRent)} a month. The median of your ${comparables.length} comparable homes (${kind}) is ${dollars(round(middle))} ${basis}` +
      `${byArea ? `, which makes ${dollars(implied)} for its ${home.squareFeet} square feet` : ''}: ${dollars(difference)} a month more. ` +
      (isVacant
        ? 'No tenant is recorded, so a new lease can start at a different rent.'
        : 'It is occupied, so the rent can only change as the lease and the law allow, usually at renewal.') +
      ' This is based only on your own homes and does not account for condition or location.' +
      (isTownKnown ? '' : ' The towns of these homes are not on record, so they may be far apart.'),
    priority,
    actionRequired: isVacant,
    evidence: [
      evidence.text('Property', home.name, evidence.property(home.propertyId)),
      evidence.money('Rent now', home.monthlyRent, evidence.property(home.propertyId)),
      evidence.money(byArea ? 'Median of comparables per square foot' : 'Median of comparables', round(middle)),
      evidence.money('Rent at that median', implied),
      evidence.percent('Below it by', share(gap)),
      evidence.count('Comparable homes', comparables.length),
      evidence.text('Occupancy', isVacant ? 'Vacant' : 'Let'),
      ...comparables
        .slice(0, shown)
        .map(({ name, propertyId, monthlyRent }) =>
          evidence.money(`Comparable: ${name}`, monthlyRent, evidence.property(propertyId)),
        ),
    ],
    metadata: {
      rule: 'rent-below-comparables',
      thresholds: { minComparables, minGap, mediumGap, highGap, growthStep },
      formula: byArea
        ? 'gap = (median rent per square foot × square feet − rent) ÷ (median rent per square foot × square feet)'
        : 'gap = (median rent of homes with as many bedrooms − rent) ÷ median rent',
      inputs: {
        rent: home.monthlyRent,
        squareFeet: home.squareFeet,
        bedrooms: home.bedrooms,
        propertyType: home.propertyType,
        comparables: comparables
          .slice(0, listed)
          .map(({ propertyId, monthlyRent, squareFeet }) => ({ propertyId, monthlyRent, squareFeet })),
        median: round(middle),
        spread: share(spread(rents)),
        gap: share(gap),
        isVacant,
      },
    },
    confidence: share(
      (comparables.length / (comparables.length + halfSure)) *
        (1 - Math.min(0.5, spread(rents))) *
        (byArea ? 1 : unknownAreaFactor) *
        (isTownKnown ? 1 : unknownTownFactor),
    ),
    measure: difference,
    returnsAt: difference + home.monthlyRent * growthStep,
  }
}

const round = (amount: number) => toDollars(toCents(amount))

const kindOf = ({ propertyType, bedrooms }: Home) =>
  bedrooms === null ? String(propertyType) : `${String(propertyType)}, ${plural(bedrooms, 'bedroom')}`
