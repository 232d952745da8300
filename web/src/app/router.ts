import type { Role } from '@keyhold/contracts/roles'
import { lazyModule } from '~/lib/lazy.ts'
import { paths } from '~/lib/paths.ts'
import type { Screen } from './screen.ts'
import { landing, screens } from './screens.ts'

/** A screen once for each of its addresses. */
const atEachPath = (list: readonly Screen[]): Screen[] =>
  list.flatMap((screen) => [screen, ...(screen.alsoAt ?? []).map((path) => ({ ...screen, path }))])

/** Open to everyone. */
export const publicScreens = atEachPath(screens.filter(({ isPublic }) => isPublic))

const framed = (role: Role) => atEachPath(screens.filter(({ roles }) => roles?.includes(role)))

/** Behind sign-in, by role (spec 1 §2). */
export const screensFor: Readonly<Record<Role, readonly Screen[]>> = {
  landlord: framed('landlord'),
  super_admin: framed('super_admin'),
  tenant: framed('tenant'),
}

/** Says to other roles that it is not for them (spec 1 §2), instead of that it does not exist. */
export const controlRoom = screensFor.super_admin.find(({ path }) => path === paths.superAdmin)!

/** Paths of any role's screens: known addresses ask to sign in first. */
export const protectedPaths: readonly string[] = [
  ...new Set(Object.values(screensFor).flatMap((list) => list.map(({ path }) => path))),
].filter((path) => path !== paths.home && !publicScreens.some((open) => open.path === path))

/** The frame around every page behind sign-in. */
export const shell = lazyModule(() => import('./shell/shell.tsx'))

/** Fetches a page's code ahead of the press. */
export function preload(role: Role, path: string): void {
  void screensFor[role].find((candidate) => candidate.path === path)?.load()
}

/** Starts fetching what an address will show before the page is drawn, and while the user is still being fetched. */
export async function preloadAddress(pathname: string, isVisitor: boolean): Promise<void> {
  const open = publicScreens.find(({ path }) => path === pathname)
  if (open) await open.load()
  else if (!isVisitor) {
    // A guess, right for most people: at `/` a landlord's dashboard.
    await Promise.all([shell.load(), screensFor.super_admin.find(({ path }) => path === pathname)?.load()])
  }
  // At `/` a visitor sees the landing page.
  else if (pathname === paths.home) await landing.load()
}
