import type { BlobStore } from '@keyhold/kit/blobs'
import { every } from '@keyhold/kit/schedule'
import type { Tools } from '@keyhold/kit/request'
import { removeDue } from '../domain/blobs.ts'

/** Removes, every minute, the blobs of deleted photos and of uploads that came to nothing. */
export const removeBlobs = (tools: Tools, blobs: BlobStore) => every({ name: 'remove-blobs', cron: '* * * * *', run: () => removeDue(tools, blobs) })
