import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Runtime } from '@keyhold/kit/runtime/start-services'
import type { Calendar } from '../story/calendar.ts'
import { morningOf } from '../story/calendar.ts'
import type { StoryClock } from '../story/clock.ts'
import type { PropertyKey, UnitKey } from '../story/homes.ts'
import type { PersonKey } from '../story/people.ts'
import type { TenancyKey } from '../story/tenancies.ts'

/** What the scenes of the story share: who acts, when it is, and the ids of what exists so far. */
export interface Story {
  call: Runtime['call']
  maya: LandlordActor
  calendar: Calendar
  /** When the story ends. */
  now: Date
  password: string
  properties: Record<PropertyKey, string>
  units: Record<UnitKey, string>
  tenants: Partial<Record<PersonKey, string>>
  tenancies: Partial<Record<TenancyKey, string>>
  trustAccount: string
  vendors: Record<string, string>
  repairs: Record<string, string>
  /** Posts rents and proposes late fees. */
  runPaymentSchedules: () => Promise<void>
}

export interface Scene {
  at: Date
  run: () => Promise<unknown>
  /** Later scenes need nothing of what other services make of it. */
  isSelfContained?: boolean
}

/** Times of the day, in UTC: they are on the same day in all time zones of the story. */
export const hours = { schedules: 15, contracts: 16, money: 17, repairs: 18, papers: 19, posting: 20, decisions: 21 }

export const sceneOn = (day: string, hour: number, run: Scene['run']): Scene => ({ at: morningOf(day, hour), run })

/** Runs the scenes in the order of their moments with the clock at each; those of one moment at the same time. */
export async function playScenes(scenes: Scene[], clock: StoryClock, settle: () => Promise<void>): Promise<void> {
  const moments = [...Map.groupBy(scenes, ({ at }) => at.getTime())].toSorted(([a], [b]) => a - b)
  for (const [at, together] of moments) {
    clock.moveTo(new Date(at))
    await Promise.all(together.map(({ run }) => run()))
    if (!together.every(({ isSelfContained }) => isSelfContained)) await settle()
  }
  await settle()
}

/** The id that an earlier scene left. @throws where there is none: the story is told in the wrong order */
export function known<K extends string>(ids: Partial<Record<K, string>>, key: K): string {
  const id = ids[key]
  if (id === undefined) throw new Error(`The demo has no ${key} yet`)
  return id
}

/** The tenant whose id the shared ledger of a tenancy has. */
export const actingTenant = (story: Story, person: PersonKey) => ({
  role: 'tenant' as const,
  userId: story.maya.userId,
  landlordId: story.maya.landlordId,
  tenantId: known(story.tenants, person),
  sessionId: story.maya.sessionId,
})
