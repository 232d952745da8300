import type { ConversationFile } from '@keyhold/contracts/messaging/conversations-files'
import { maxPhotoBytes } from '@keyhold/contracts/photos'
import { useState } from 'react'
import { messageOf } from '~/api/client/problem.ts'
import { useAddConversationFileMutation } from '~/api/conversations.ts'
import { photoTypes } from '~/components/upload/photos.ts'
import { newClientId } from './outbox.ts'

const mostFiles = 10

export const acceptedTypes = [...photoTypes, 'application/pdf'].join()

/** A file that was chosen for a message. */
export interface Chosen {
  key: string
  name: string
  /** Share that was sent, 0 to 1. */
  share: number
  error?: string
  stored?: ConversationFile
  file: File
}

/** Why a file is refused before it is sent. */
export function faultOf({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (size > maxPhotoBytes) return 'Larger than 15 MB.'
  if (size === 0) return 'This file is empty.'
  if (type && type !== 'application/pdf' && !photoTypes.includes(type)) return 'Only photos and PDFs can be sent.'
  return undefined
}

export interface AttachmentsState {
  chosen: readonly Chosen[]
  /** All are stored: the message can be sent. */
  isReady: boolean
  add: (files: Iterable<File>) => void
  retry: (key: string) => void
  remove: (key: string) => void
  clear: () => void
}

/** The files of the message that is being written; each is uploaded as soon as it is chosen. */
export function useAttachments(): AttachmentsState {
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [upload] = useAddConversationFileMutation()
  const edit = (key: string, fields: Partial<Chosen>) =>
    setChosen((before) => before.map((one) => (one.key === key ? { ...one, ...fields } : one)))

  async function store({ key, file }: Chosen): Promise<void> {
    try {
      const stored = await upload({ file, onProgress: (share) => edit(key, { share }) }).unwrap()
      edit(key, { stored, share: 1 })
    } catch (error) {
      edit(key, { error: messageOf(error) })
    }
  }

  return {
    chosen,
    isReady: chosen.every(({ stored }) => stored !== undefined),
    add(files) {
      const room = mostFiles - chosen.length
      const added = [...files].slice(0, room).map((file): Chosen => {
        const error = faultOf(file)
        return { key: newClientId(), name: file.name, file, share: 0, ...(error ? { error } : {}) }
      })
      setChosen((before) => [...before, ...added])
      for (const one of added) if (one.error === undefined) void store(one)
    },
    retry(key) {
      const again = chosen.find((one) => one.key === key)
      if (!again || faultOf(again.file)) return
      const { error: _, ...fresh } = again
      setChosen((before) => before.map((one) => (one.key === key ? { ...fresh, share: 0 } : one)))
      void store(again)
    },
    remove: (key) => setChosen((before) => before.filter((one) => one.key !== key)),
    clear: () => setChosen([]),
  }
}
