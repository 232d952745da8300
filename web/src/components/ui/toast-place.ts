import { useLayoutEffect, useState, type RefObject } from 'react'
import { type Box, common, freePlace, isCovering } from '~/lib/free-place.ts'

/** What a message should not cover: what can be pressed or filled in, and the bars at the top and bottom. */
const kept = 'a[href], button, input, select, textarea, label, [role=combobox], header, footer, nav[aria-label=Main]'

const frontDialog = () =>
  [
    ...document.querySelectorAll<HTMLElement>(':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]'),
  ].at(-1)

/** What it should rather not cover. */
const headingsIn = (root: HTMLElement) =>
  [...root.querySelectorAll('h1, h2, h3')].map((heading) => heading.getBoundingClientRect())

function boxesIn(root: HTMLElement, message: HTMLElement): Box[] {
  return (
    [...root.querySelectorAll<HTMLElement>(kept)]
      .filter((element) => !message.contains(element) && element.checkVisibility())
      // The head of a page is no bar, but a part of what scrolls.
      .filter(
        (element) =>
          !/^(HEADER|FOOTER)$/.test(element.tagName) ||
          root !== document.body ||
          getComputedStyle(element).position !== 'static',
      )
      .map((element) => element.getBoundingClientRect())
      // What is scrolled out of a dialog is not seen.
      .map((box) => (root === document.body ? box : common(box, root.getBoundingClientRect())))
  )
}

interface Place {
  left: number
  top: number
  /** Height that is left free for it below a dialog that fills the screen. */
  room: number
}

/** A free place for a message, above the dialog in front and what will be seen once that is closed, or above the page. */
function placeFor(message: HTMLElement): Place {
  const size = { width: message.offsetWidth, height: message.offsetHeight }
  const edge = innerWidth < 768 ? 8 : 16
  const screen = { left: edge, top: edge, right: innerWidth - edge, bottom: innerHeight - edge }
  const front = frontDialog()
  const fills = front?.role === 'dialog' && front.offsetWidth === innerWidth && front.offsetTop === 0
  if (fills) return { left: edge, top: screen.bottom - size.height, room: size.height + 2 * edge }
  const everything = boxesIn(document.body, message)
  // Best beside the dialog, where it stays when the dialog grows.
  const beside = front ? [front.getBoundingClientRect()] : []
  const wishes: { taken: Box[]; spared: Box[] }[] = [
    { taken: [...everything, ...beside], spared: headingsIn(document.body) },
  ]
  if (front)
    wishes.push({ taken: beside, spared: everything }, { taken: boxesIn(front, message), spared: headingsIn(front) })
  const places = wishes.map(({ taken, spared }) => freePlace(size, screen, taken, spared))
  const { left, top } = places.find(({ covered }) => covered === 0) ?? places.at(-1)!
  return { left, top, room: 0 }
}

/** A message is placed once nothing was added to the page, and nothing was loading, for the first of these; at the latest after the second. */
const quiet = 100
const longest = 800

const isLoading = () => document.querySelector('main [aria-busy=true]') !== null

/** Where a message stands. It stays there, unless what changes on the page would lie under it. Undefined until it is known. */
export function useToastPlace(id: string | undefined, viewport: RefObject<HTMLElement | null>): Place | undefined {
  const [place, setPlace] = useState<Place & { of: string }>()
  useLayoutEffect(() => {
    if (id === undefined) return undefined
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let isPlaced = false
    let isDue = false
    const check = () => {
      const message = viewport.current
      // What loads calls again when it is there.
      if (!message || (!isPlaced && !isDue && isLoading())) return
      if (isPlaced && !isCovering(message.getBoundingClientRect(), boxesIn(frontDialog() ?? document.body, message)))
        return
      isPlaced = true
      setPlace({ of: id, ...placeFor(message) })
    }
    const checkSoon = () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      if (isPlaced) frame = requestAnimationFrame(check)
      else timer = setTimeout(check, quiet)
    }
    // Not at once: a dialog that closes with the message is gone by then.
    checkSoon()
    const deadline = setTimeout(() => {
      isDue = true
      if (!isPlaced) check()
    }, longest)
    const observer = new MutationObserver(checkSoon)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-state', 'aria-busy'] })
    // Pictures and banners push the page down, and dialogs slide in.
    const resizes = new ResizeObserver(checkSoon)
    resizes.observe(document.body)
    document.addEventListener('animationend', checkSoon)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      clearTimeout(deadline)
      observer.disconnect()
      resizes.disconnect()
      document.removeEventListener('animationend', checkSoon)
    }
  }, [id, viewport])
  const known = place?.of === id ? place : undefined
  const room = known?.room ?? 0
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--toast-room', `${room}px`)
  }, [room])
  return known
}
