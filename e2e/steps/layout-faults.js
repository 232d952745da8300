// Runs in the page, as the value of an expression: lists what is wrong with the layout at the present width.
;(() => {
  const faults = new Set()
  const slack = 1.5
  const nameOf = (element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ')
    return `<${element.tagName.toLowerCase()}> "${text.slice(0, 50)}"`
  }
  const isShown = (element) =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    // What is there for screen readers only: ours, and the announcement of a message.
    element.closest('[aria-hidden=true], .sr-only, [style*="rect(0"]') === null
  const styleOf = (element) => getComputedStyle(element)
  const all = [...document.body.querySelectorAll('*')].filter(isShown)

  // Horizontal scrolling, of the page and within it.
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) faults.add(`the page is ${root.scrollWidth - root.clientWidth} px too wide`)
  for (const element of all) {
    const { overflowX, maskImage } = styleOf(element)
    const hidden = element.scrollWidth - element.clientWidth
    if (hidden <= slack || !/auto|scroll/.test(overflowX)) continue
    // A row of tabs or chips may scroll where it shows that there is more.
    if (element.matches('[role=tablist], fieldset')) {
      if (maskImage === 'none') faults.add(`hides tabs without a hint: ${nameOf(element)}`)
    } else if (!element.matches('pre, textarea, input'))
      faults.add(`scrolls sideways by ${hidden} px: ${nameOf(element)}`)
  }

  // Text that is cut: an ellipsis is for names in a list, never for a badge, a button, a heading or a tab.
  const whole = 'button, [role=tab], [data-badge], h1, th, legend, label, dt'
  const clipOf = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, display } = styleOf(at)
      if (/auto|scroll/.test(overflowX)) return null
      if (/hidden|clip/.test(overflowX) && display !== 'inline') return at
    }
    return null
  }
  const rangeOf = (node, from, to) => {
    const range = document.createRange()
    range.setStart(node, from)
    range.setEnd(node, to)
    return range
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    const parent = node.parentElement
    if (!parent || !node.data.trim() || !isShown(parent) || parent.closest('svg, script, style')) continue
    // A badge or a button whose text leaves its frame.
    const frame = parent.closest('[data-badge], button')
    if (frame) {
      const [box, text] = [frame.getBoundingClientRect(), rangeOf(node, 0, node.data.length).getBoundingClientRect()]
      if (text.width > 0 && (text.left < box.left - slack || text.right > box.right + slack))
        faults.add(`text leaves its frame: ${nameOf(frame)}`)
    }
    const clip = clipOf(parent)
    if (clip && !clip.matches('input, select, textarea')) {
      const [box, text] = [clip.getBoundingClientRect(), rangeOf(node, 0, node.data.length).getBoundingClientRect()]
      const isCut = text.width > 0 && text.right > box.right + slack && text.left < box.right
      const mayBeShort =
        styleOf(clip).textOverflow === 'ellipsis' && !clip.matches(whole) && !clip.closest('[data-badge], button')
      if (isCut && !mayBeShort) faults.add(`cuts its text: ${nameOf(clip)}`)
    }
    // Words broken inside. File names, addresses and numbers may break.
    const { overflowWrap, wordBreak } = styleOf(parent)
    if (overflowWrap === 'normal' && wordBreak === 'normal') continue
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}'’]{3,24}(?![\p{L}'’@._/\d-])/gu)) {
      if (/[@._/\d-]/.test(node.data[index - 1] ?? ' ')) continue
      const lines = new Set(
        [...rangeOf(node, index, index + word.length).getClientRects()].map(({ top }) => Math.round(top)),
      )
      if (lines.size > 1) faults.add(`breaks the word "${word}"`)
    }
  }

  // Controls that lie over each other.
  const layerOf = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement)
      if (/fixed|sticky/.test(styleOf(at).position)) return at
    return document.body
  }
  const controls = all
    .filter((element) =>
      element.matches('a[href], button, input:not([type=file]), select, textarea, [role=checkbox], [role=switch]'),
    )
    // A link in a text has a box for each line.
    .flatMap((element) => [...element.getClientRects()].map((box) => ({ element, box, layer: layerOf(element) })))
    .filter(({ box }) => box.width > 1 && box.height > 1)
  for (const [index, one] of controls.entries())
    for (const other of controls.slice(index + 1)) {
      if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element))
        continue
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (width <= 3 || height <= 3) continue
      // The cross in a search field, the eye in a password field.
      if (one.element.parentElement === other.element.parentElement && one.element.matches('input')) continue
      // A large link around what stands above it.
      if (styleOf(other.element).position === 'absolute' || styleOf(one.element).position === 'absolute') continue
      faults.add(`overlap: ${nameOf(one.element)} and ${nameOf(other.element)}`)
    }

  // A toolbar whose last row holds one small control alone.
  for (const bar of document.querySelectorAll('[data-toolbar]')) {
    const rows = new Map()
    for (const child of bar.children) {
      if (!isShown(child)) continue
      const { top, height, width } = child.getBoundingClientRect()
      const middle = Math.round((top + height / 2) / 12)
      const key = [...rows.keys()].find((known) => Math.abs(known - middle) <= 1) ?? middle
      rows.set(key, [...(rows.get(key) ?? []), width])
    }
    const last = [...rows].toSorted(([a], [b]) => a - b).at(-1)?.[1] ?? []
    if (rows.size > 1 && last.length === 1 && last[0] < bar.clientWidth * 0.4)
      faults.add(`a toolbar ends with an orphan: ${nameOf(bar)}`)
  }
  return [...faults]
})()
