import type { Role } from '@keyhold/contracts/roles'
import type { ComponentType } from 'react'
import { lazyModule, type LazyModule } from '~/lib/lazy.ts'
import type { Mode } from '~/lib/modes.ts'
import type * as navIcons from './nav-icons.ts'

/** A link in the sidebar. */
interface SidebarLink {
  icon: keyof typeof navIcons
  /** The screen's title, unless given. */
  label?: string
  /** The label in a phone's bar, where the long one does not fit. */
  short?: string
  /** Also in a phone's bar; the other links are in its menu. */
  bar?: boolean
  /** A count that it shows: of unread messages. */
  counts?: 'unread'
  /** For these roles only. */
  roles?: readonly Role[]
}

export interface ScreenOptions {
  /** The document's title, and the page's heading unless it has its own. */
  title?: string
  /** Other addresses of the same page: it keeps its state between them. */
  alsoAt?: readonly string[]
  /** The roles that have it inside the frame, behind sign-in. */
  roles?: readonly Role[]
  /** Open to everyone. */
  isPublic?: boolean
  /** The mode that a super admin is in here: `landlord` unless given; `any` changes none. */
  mode?: Mode | 'any'
  /** Its links, by the mode of the sidebar. */
  sidebar?: Partial<Record<Mode, SidebarLink>>
}

type PageModule = { Component: ComponentType }

export interface Screen extends ScreenOptions, LazyModule<PageModule> {
  path: string
}

export const screen = (path: string, load: () => Promise<PageModule>, options: ScreenOptions): Screen => ({
  path,
  ...options,
  ...lazyModule(load),
})
