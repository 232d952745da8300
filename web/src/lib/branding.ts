import { type ColorPair, isColor, type Palette, palettesOf } from '@keyhold/contracts/identity/branding-colors'
import { useSyncExternalStore } from 'react'

/** How a landlord's own portal looks. What is null is Keyhold's. */
export interface Look {
  name: string | null
  logo: { url: string; width: number; height: number } | null
  colors: ColorPair | null
}

/** The look that the gateway wrote into the page of a landlord's own host; null on Keyhold's. */
export const siteLook: Look | null = readLook(document.querySelector<HTMLMetaElement>('meta[name=branding]')?.content)

// The portal of the last visit, so that it does not open in Keyhold's look first.
const key = 'keyhold.branding'
const watchers = new Set<() => void>()
let shown: Look | null = siteLook

/** A path of this server: never another host's picture. */
const isLogo = (url: string) => /^\/[a-z]+\/logos\//.test(url)

/** Reads a look that was stored as text; null where it is none. */
export function readLook(text: string | null | undefined): Look | null {
  if (!text) return null
  try {
    const { name, logo, colors } = JSON.parse(text) as Partial<Record<keyof Look, unknown>>
    const [l, c] = [logo, colors] as Record<string, unknown>[]
    return {
      name: typeof name === 'string' ? name : null,
      logo:
        typeof l?.url === 'string' && isLogo(l.url)
          ? { url: l.url, width: Number(l.width), height: Number(l.height) }
          : null,
      colors:
        typeof c?.primary === 'string' && typeof c.text === 'string' && isColor(c.primary) && isColor(c.text)
          ? { primary: c.primary, text: c.text }
          : null,
    }
  } catch {
    return null
  }
}

const tokens = ({ primary, hover, soft, text, panel, panelText, panelMuted }: Palette) =>
  `--pine:${primary};--pine-hover:${hover};--pine-soft:${soft};--on-pine:${text};--night:${panel};--on-night:${panelText};--on-night-muted:${panelMuted}`

/** The look's colours as a style sheet, more specific than the page's own. */
function styleOf(colors: ColorPair): string {
  const scope = ':root:root'
  const { light, dark } = palettesOf(colors)
  return `${scope}{${tokens(light)}}${scope}[data-theme='dark']{${tokens(dark)}}`
}

function apply(look: Look | null): void {
  shown = look
  const own = document.querySelector('style[data-branding]')
  if (look?.colors) {
    const style = own ?? document.head.appendChild(document.createElement('style'))
    style.setAttribute('data-branding', '')
    style.textContent = styleOf(look.colors)
  } else own?.remove()
  for (const watcher of watchers) watcher()
}

const isOwn = (look: Look) => look.name !== null || look.logo !== null || look.colors !== null

/** Shows a landlord's look on the whole page; null: that of the host. */
export const showLook = (look: Look | null): void => apply(look && isOwn(look) ? look : siteLook)

/** Stores the look for the next visit of this browser; null forgets it. */
export function rememberLook(look: Look | null): void {
  try {
    if (look && isOwn(look)) localStorage.setItem(key, JSON.stringify(look))
    else localStorage.removeItem(key)
  } catch {
    // Storage may be blocked: the portal then opens in Keyhold's look for a moment.
  }
}

/** Before the first paint: the host's look, or that of the last visit for somebody who may be signed in. */
export function openInLook(isVisitor: boolean): void {
  let known: Look | null = null
  try {
    known = isVisitor ? null : readLook(localStorage.getItem(key))
  } catch {
    // As above.
  }
  showLook(siteLook ?? known)
}

/** The look that is shown; null is Keyhold's. */
export const useLook = (): Look | null =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => shown,
  )

/** What the portal is called. */
export const useProductName = (): string => useLook()?.name ?? 'Keyhold'
