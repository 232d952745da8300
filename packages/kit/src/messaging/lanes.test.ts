import type { Envelope } from '@keyhold/contracts/event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '../runtime/log.ts'
import { createLanes, type Delivered } from './lanes.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const eventOf = (landlordid: string, n: number, partition = 0): Delivered => ({
  partition,
  event: { id: `${landlordid} ${n}`, landlordid } as Envelope,
})

/** Lanes whose handler notes what it is given and waits to be told to end. */
function startLanes() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const lanes = createLanes({
    log: silentLog,
    onHandled: () => {},
    handle: (events) => {
      begun.push(`${events[0]?.landlordid} ${events.length}`)
      return new Promise((resolve) => ends.push(resolve))
    },
  })
  const push = (landlordid: string, count: number, partitions = 1) => {
    for (let n = 0; n < count; n++) lanes.push(eventOf(landlordid, n, n % partitions))
  }
  const stop = async () => {
    const stopped = lanes.stop()
    for (const end of ends) end()
    await stopped
  }
  return { begun, ends, push, stop }
}

/** Until all callbacks that are due have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('an event of another landlord begins at once although a thousand of one landlord wait', async () => {
  const { begun, push, stop } = startLanes()
  push('importer A', 1_000, 4)
  push('bystander A', 1)
  expect(begun.at(-1)).toBe('bystander A 1')
  await stop()
})

test('of a landlord with many waiting events one batch runs at a time, in all consumers of the process', async () => {
  const one = startLanes()
  const other = startLanes()
  // The first event of each of the four lanes begins before there are many.
  one.push('importer B', 400, 4)
  const few = one.begun.length
  expect(one.begun).toEqual(Array.from({ length: few }, () => 'importer B 1'))
  for (const end of one.ends.splice(0)) end()
  await settle()
  const many = one.begun.slice(few)
  expect(many).toEqual(['importer B 64'])
  other.push('importer B', 400, 4)
  expect(other.begun.filter((line) => line.endsWith(' 64'))).toEqual([])
  await Promise.all([one.stop(), other.stop()])
})

test('landlords with many waiting events leave two places to those with few', async () => {
  const { begun, push, stop } = startLanes()
  for (let n = 0; n < 10; n++) push(`importer ${n} of ten`, 100)
  // The first event of a landlord comes alone: these are few, and take all places.
  expect(begun).toHaveLength(6)
  await stop()
  const later = startLanes()
  for (let n = 0; n < 4; n++) later.push(`importer ${n} of four`, 100)
  for (const end of later.ends.splice(0)) end()
  await settle()
  expect(later.begun.slice(4)).toEqual([0, 1, 2, 3].map((n) => `importer ${n} of four 64`))
  later.push('a fifth importer', 1)
  later.push('a bystander', 1)
  expect(later.begun.slice(8)).toEqual(['a fifth importer 1', 'a bystander 1'])
  later.push('a fifth importer', 100)
  later.ends.at(-2)?.()
  await settle()
  expect(later.begun).toHaveLength(10)
  later.push('another bystander', 1)
  expect(later.begun.at(-1)).toBe('another bystander 1')
  await later.stop()
})

test('a landlord with many waiting events rests after a batch, not for long, while another one is served', async () => {
  const { begun, ends, push, stop } = startLanes()
  push('importer C', 200)
  ends.shift()?.()
  await settle()
  expect(begun).toEqual(['importer C 1', 'importer C 64'])
  // As when it waits for a lock.
  vi.advanceTimersByTime(60_000)
  ends.shift()?.()
  await settle()
  expect(begun).toHaveLength(2)
  push('bystander C', 1)
  expect(begun.at(-1)).toBe('bystander C 1')
  vi.advanceTimersByTime(200)
  expect(begun.at(-1)).toBe('importer C 32')
  await stop()
})

test('batches in bulk that take long become smaller, down to sixteen events, and larger again', async () => {
  const { begun, ends, push, stop } = startLanes()
  push('importer D', 500)
  for (const tookMs of [0, 200, 200, 200, 100, 10, 10]) {
    vi.advanceTimersByTime(tookMs)
    ends.shift()?.()
    await settle()
    // The rest: the next batch begins when it is over.
    vi.advanceTimersToNextTimer()
  }
  expect(begun.map((line) => Number(line.split(' ').at(-1)))).toEqual([1, 64, 32, 16, 16, 16, 32, 64])
  await stop()
})
