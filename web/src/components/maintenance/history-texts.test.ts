import { expect, it } from 'vitest'
import { gatherPhotos } from './history-texts.ts'

type Entry = Parameters<typeof gatherPhotos>[0][number]

const photo = (at: string, by: Entry['by'] = 'tenant', removed = false): Entry => ({
  id: at,
  at: `2026-03-01T${at}:00.000Z`,
  by,
  author: null,
  note: null,
  isShared: true,
  changes: [{ field: 'photo', from: removed ? 'p' : null, to: removed ? null : 'p' }],
})
const lines = (history: Entry[]) => gatherPhotos(history).map((read) => [read.entry.by, ...read.lines])

it('shows photos that one person added in a row as one line', () => {
  expect(lines([photo('10:02'), photo('10:01'), photo('10:00')])).toEqual([['tenant', '3 photos added']])
})

it('does not merge changes by another person, removals, or much later changes', () => {
  expect(lines([photo('12:00'), photo('10:02', 'landlord', true), photo('10:01', 'landlord'), photo('10:00')])).toEqual(
    [
      ['tenant', 'Photo added'],
      ['landlord', 'Photo removed'],
      ['landlord', 'Photo added'],
      ['tenant', 'Photo added'],
    ],
  )
  expect(lines([photo('12:00'), photo('10:00')])).toHaveLength(2)
})
