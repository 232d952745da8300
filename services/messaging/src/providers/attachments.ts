import { photoSizeNames } from '@keyhold/contracts/photos'
import type { FileStore } from '@keyhold/kit/files/file-store'

/** The kinds of files that this service stores, and the parts of each. */
export const fileKinds = { attachment: ['file'], picture: photoSizeNames, paper: ['file'] } as const
export type Attachments = FileStore<typeof fileKinds>

export const fileIsGone = (name: string) => `The file ${name} is no longer stored. Please send it again.`
