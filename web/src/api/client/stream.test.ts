import { events } from '@keyhold/contracts/api'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from './api.ts'
import { onServerChange, subscribeToStream, tagsOf } from './stream.ts'
import type { Tag } from './tags.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Which tags an open page refetches after a change of this type. */
async function staleAfter(type: string, subject?: string): Promise<Tag[]> {
  vi.useFakeTimers()
  const listeners = new Map<string, (event: { data: string }) => void>()
  class Source {
    addEventListener = (name: string, listener: (event: { data: string }) => void) => void listeners.set(name, listener)
    close = () => {}
  }
  vi.stubGlobal('EventSource', Source)
  const dispatch = vi.fn()
  const leave = subscribeToStream(dispatch)
  listeners.get('message')?.({ data: JSON.stringify({ type, subject }) })
  await vi.advanceTimersByTimeAsync(1000)
  leave()
  return dispatch.mock.calls.flatMap(([action]) =>
    api.util.invalidateTags.match(action) ? (action.payload as Tag[]) : [],
  )
}

test('a change elsewhere refetches what it makes stale: a property, and its photos', async () => {
  expect(await staleAfter('properties.property.updated')).toEqual(expect.arrayContaining(['Property', 'Photo']))
  expect(await staleAfter('ai.insights.refreshed')).toEqual(['Insight'])
  expect(await staleAfter('unheard.of')).toEqual([])
})

test('every event that a service publishes makes something stale', () => {
  expect(events.filter(({ type }) => tagsOf(type).length === 0).map(({ type }) => type)).toEqual([])
})

test('a listener is called for every change, until it unsubscribes', async () => {
  const onChange = vi.fn()
  const leave = onServerChange(onChange)
  await staleAfter('maintenance.request.opened', 'r1')
  expect(onChange.mock.calls).toEqual([[{ type: 'maintenance.request.opened', subject: 'r1' }]])
  leave()
  await staleAfter('maintenance.request.changed', 'r1')
  expect(onChange).toHaveBeenCalledTimes(1)
})
