import { afterEach, expect, test, vi } from 'vitest'
import { api } from './api.ts'
import { followStream, onFact } from './stream.ts'
import type { Tag } from './tags.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** What an open page asks for again after a fact of this type. */
async function staleAfter(type: string, subject?: string): Promise<Tag[]> {
  vi.useFakeTimers()
  const listeners = new Map<string, (event: { data: string }) => void>()
  class Source {
    addEventListener = (name: string, listener: (event: { data: string }) => void) => void listeners.set(name, listener)
    close = () => {}
  }
  vi.stubGlobal('EventSource', Source)
  const dispatch = vi.fn()
  const leave = followStream(dispatch)
  listeners.get('message')?.({ data: JSON.stringify({ type, subject }) })
  await vi.advanceTimersByTimeAsync(1000)
  leave()
  return dispatch.mock.calls.flatMap(([action]) =>
    api.util.invalidateTags.match(action) ? (action.payload as Tag[]) : [],
  )
}

test('what changed elsewhere is asked for again: a property, and its photos with it', async () => {
  expect(await staleAfter('properties.property.updated')).toEqual(expect.arrayContaining(['Property', 'Photo']))
  expect(await staleAfter('ai.insights.refreshed')).toEqual(['Insight'])
  expect(await staleAfter('unheard.of')).toEqual([])
})

test('whoever has to say something hears of each fact, until they leave', async () => {
  const heard = vi.fn()
  const leave = onFact(heard)
  await staleAfter('maintenance.request.opened', 'r1')
  expect(heard.mock.calls).toEqual([[{ type: 'maintenance.request.opened', subject: 'r1' }]])
  leave()
  await staleAfter('maintenance.request.changed', 'r1')
  expect(heard).toHaveBeenCalledTimes(1)
})
