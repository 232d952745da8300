import { maxPhotoBytes } from '@keyhold/contracts/photos'
import { maxPhotos } from '@keyhold/contracts/properties'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useSyncExternalStore } from 'react'
import { useDispatch } from 'react-redux'
import { messageOf } from '~/api/problem.ts'
import { plural } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { propertiesApi } from '../api.ts'

/** A photo on its way up, or one that could not be taken. */
export interface Upload {
  key: string
  file: File
  /** How much of it has left, 0 to 1; 1 while the server reads it. */
  share: number
  /** Why it was not taken, as a sentence. */
  error?: string
  /** Refused here: sending it again would change nothing. */
  isHopeless?: boolean
}

/** What the server reads; named one by one so that phones turn their own formats into one of them. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
export const photoRules = `JPEG, PNG, WebP, GIF or AVIF, at most ${maxPhotoBytes / 1024 / 1024} MB each, ${maxPhotos} per property.`

// Kept outside of the components: closing a dialog or leaving the page ends no upload.
const queues = new Map<string, readonly Upload[]>()
const watchers = new Set<() => void>()
const running = new Set<string>()
const none: readonly Upload[] = []

const queueOf = (propertyId: string) => queues.get(propertyId) ?? none

function change(propertyId: string, next: (uploads: readonly Upload[]) => readonly Upload[]): void {
  queues.set(propertyId, next(queueOf(propertyId)))
  for (const watcher of watchers) watcher()
}

const edit = (propertyId: string, key: string, fields: Partial<Upload>) =>
  change(propertyId, (uploads) => uploads.map((upload) => (upload.key === key ? { ...upload, ...fields } : upload)))

/** Why a file is not even sent. */
export function faultOf({ type, size }: File): string | undefined {
  if (type && !photoTypes.includes(type)) return 'This is not a JPEG, PNG, WebP, GIF or AVIF image.'
  if (size > maxPhotoBytes) return `This photo is larger than ${maxPhotoBytes / 1024 / 1024} MB.`
  return size === 0 ? 'This file is empty.' : undefined
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

type Send = (file: File, onProgress: (share: number) => void) => Promise<unknown>

/** Sends what waits, one after the other: so they stand in the order in which they were chosen. */
async function run(propertyId: string, send: Send): Promise<void> {
  if (running.has(propertyId)) return
  running.add(propertyId)
  addEventListener('beforeunload', warn)
  let added = 0
  for (let next = waiting(propertyId); next; next = waiting(propertyId)) {
    const { key, file } = next
    try {
      await send(file, (share) => edit(propertyId, key, { share }))
      change(propertyId, (uploads) => uploads.filter((upload) => upload.key !== key))
      added += 1
    } catch (error) {
      edit(propertyId, key, { error: messageOf(error) })
    }
  }
  running.delete(propertyId)
  if (running.size === 0) removeEventListener('beforeunload', warn)
  if (added > 0) toast({ variant: 'success', title: `${plural(added, 'photo')} added` })
}

const waiting = (propertyId: string) => queueOf(propertyId).find(({ error }) => error === undefined)
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

let made = 0

/** The photos of a property that are on their way, and how to add more. `kept`: how many it has already. */
export function usePhotoUploads(propertyId: string, kept: number) {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()
  const uploads = useSyncExternalStore(watch, () => queueOf(propertyId))
  const send: Send = (file, onProgress) =>
    dispatch(propertiesApi.endpoints.addPhoto.initiate({ id: propertyId, file, onProgress }, { track: false })).unwrap()

  const add = (files: Iterable<File>) => {
    let room = maxPhotos - kept - uploads.filter(({ error }) => error === undefined).length
    const next = [...files].map((file): Upload => {
      const error = faultOf(file) ?? (room > 0 ? undefined : `A property holds at most ${maxPhotos} photos.`)
      if (!error) room -= 1
      return { key: `upload-${(made += 1)}`, file, share: 0, ...(error ? { error, isHopeless: true } : {}) }
    })
    change(propertyId, (before) => [...before, ...next])
    void run(propertyId, send)
  }
  return {
    uploads,
    add,
    retry: (key: string) => {
      edit(propertyId, key, { error: undefined, share: 0 })
      void run(propertyId, send)
    },
    dismiss: (key: string) => change(propertyId, (before) => before.filter((upload) => upload.key !== key)),
  }
}

export type PhotoUploads = ReturnType<typeof usePhotoUploads>
