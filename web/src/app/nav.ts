import type { Role } from '@keyhold/contracts/roles'
import { LifeBuoy, Settings, type LucideIcon } from 'lucide-react'
import { paths } from '~/lib/paths.ts'
import * as icons from './nav-icons.ts'
import type { Mode } from '~/lib/modes.ts'
import { screens } from './screens.ts'

const navIcons: Readonly<Record<keyof typeof icons, LucideIcon>> = icons

export interface NavItem {
  path: string
  label: string
  /** The label in a phone's bar. */
  short: string
  icon: LucideIcon
  /** Also in a phone's bar. */
  bar: boolean
  /** A count that it shows. */
  counts: 'unread' | null
}

/** The sidebar of a role in a mode, top to bottom. */
export const navFor = (role: Role, mode: Mode): NavItem[] =>
  screens.flatMap(({ path, title = '', roles, sidebar }) => {
    const link = sidebar?.[mode]
    if (!link || !roles?.includes(role) || (link.roles && !link.roles.includes(role))) return []
    const { label = title, short = label, icon, bar = false, counts = null } = link
    return [{ path, label, short, icon: navIcons[icon], bar, counts }]
  })

const linkTo = (path: string, icon: LucideIcon): NavItem => {
  const label = screens.find((screen) => screen.path === path)?.title ?? ''
  return { path, label, short: label, icon, bar: false, counts: null }
}

/** In the user's menu rather than in the sidebar, except for tenants. */
export const accountSettings = linkTo(paths.userSettings, Settings)

/** For everyone who can ask the platform: a tenant asks the landlord. */
export const helpAndSupport = linkTo(paths.support, LifeBuoy)
