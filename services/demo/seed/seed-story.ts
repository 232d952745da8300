import { setTimeout as sleep } from 'node:timers/promises'
import { signup } from '@keyhold/contracts/identity/accounts'
import { openTicket } from '@keyhold/contracts/identity/support-tickets'
import type { Bus } from '@keyhold/kit/messaging/bus'
import type { Runtime } from '@keyhold/kit/runtime/start-services'
import { v7 } from 'uuid'
import { calendarAt } from '../story/calendar.ts'
import type { StoryClock } from '../story/clock.ts'
import type { PropertyKey, UnitKey } from '../story/homes.ts'
import { landlord } from '../story/people.ts'
import { documentScenes } from './document-scenes.ts'
import { moneyScenes } from './money-scenes.ts'
import { rentScenes } from './rent-scenes.ts'
import { peopleScenes } from './people-scenes.ts'
import { repairScenes } from './repair-scenes.ts'
import { hours, playScenes, sceneOn, type Story } from './scenes.ts'
import { seedHomes } from './seed-homes.ts'
import { talkScenes } from './talk-scenes.ts'
import { tenancyScenes, visitor } from './tenancy-scenes.ts'

interface StoryOptions {
  runtime: Runtime
  call: Runtime['call']
  bus: Bus
  clock: StoryClock
  password: string
}

/** Eighteen months of a landlord with twelve homes, up to now. Returns the landlord's id. */
export async function seedStory({ runtime, call, bus, clock, password }: StoryOptions): Promise<string> {
  const settle = () => settled(runtime, bus)
  const beginning = clock.now()
  clock.moveBack()
  const now = clock.now()
  clock.moveTo(beginning)
  const { id } = await call(signup, visitor, { body: { ...landlord, password, userType: 'landlord' } })
  await settle()
  const story: Story = {
    call,
    maya: { role: 'landlord', userId: id, landlordId: id, sessionId: v7() },
    calendar: calendarAt(now),
    now,
    password,
    properties: {} as Record<PropertyKey, string>,
    units: {} as Record<UnitKey, string>,
    tenants: {},
    tenancies: {},
    trustAccount: '',
    vendors: {},
    repairs: {},
    runPaymentSchedules: () => runtime.tick(['payments']),
  }
  await seedHomes(story)
  await settle()
  const scenes = [
    ...tenancyScenes(story),
    ...rentScenes(story),
    ...moneyScenes(story),
    ...repairScenes(story),
    ...documentScenes(story),
    ...talkScenes(story),
    ...peopleScenes(story),
    sceneOn(story.calendar.daysAgo(3), hours.papers, () =>
      call(openTicket, story.maya, {
        body: {
          subject: 'Export for my accountant',
          message: 'Which of the exports under Reports does an accountant who uses QuickBooks want?',
        },
      }),
    ),
  ]
  await playScenes(scenes, clock, settle)
  return id
}

/** Until every event so far is handled: the clock must not be moved before. */
async function settled(runtime: Runtime, bus: Bus): Promise<void> {
  const isQuiet = async () => (await bus.idle()) && (await runtime.backlog()) === 0 && (await bus.idle())
  const end = performance.now() + 60_000
  while (!(await isQuiet())) {
    if (performance.now() > end) throw new Error('the events of the demo were not handled within a minute')
    await sleep(10)
  }
}
