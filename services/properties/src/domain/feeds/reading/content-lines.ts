/** A line of iCalendar (RFC 5545, 3.1): `NAME;PARAM=value:text`. Names are in capitals, the text is as written. */
export interface ContentLine {
  name: string
  params: Map<string, string>
  value: string
}

export interface Components {
  /** Properties of the calendar itself. */
  calendar: ContentLine[]
  /** The lines of each event; what is nested in it (alarms) is left out. */
  events: ContentLine[][]
}

/** The calendar and its events. Null where a part is not closed or closed twice, as in a download that was cut off. */
export function readComponents(text: string, maxEvents: number): Components | 'broken' | 'too-many' {
  const found: Components = { calendar: [], events: [] }
  const open: string[] = []
  let event: ContentLine[] | undefined
  for (const raw of unfolded(text)) {
    if (raw.trim() === '') continue
    const line = readLine(raw)
    if (!line) continue
    const part = line.value.trim().toUpperCase()
    if (line.name === 'BEGIN') {
      if (open.length === 0 && part !== 'VCALENDAR') return 'broken'
      open.push(part)
      if (part === 'VEVENT' && open.length === 2) event = []
    } else if (line.name === 'END') {
      if (open.pop() !== part) return 'broken'
      if (part === 'VEVENT' && open.length === 1 && event) {
        if (found.events.length === maxEvents) return 'too-many'
        found.events.push(event)
        event = undefined
      }
    } else if (open.length === 1) found.calendar.push(line)
    else if (open.length === 2 && open[1] === 'VEVENT') event?.push(line)
  }
  return open.length === 0 ? found : 'broken'
}

/** Long lines are continued on the next one, after a space or a tab. Files of some channels end their lines with LF or CR alone. */
const unfolded = (text: string): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')

function readLine(text: string): ContentLine | undefined {
  // A colon or semicolon within quotes belongs to a parameter.
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === ';') {
      parts.push(text.slice(start, at))
      start = at + 1
    } else if (character === ':') {
      parts.push(text.slice(start, at))
      const [name = '', ...params] = parts
      return { name: name.trim().toUpperCase(), params: new Map(params.map(readParam)), value: text.slice(at + 1) }
    }
  }
  return undefined
}

function readParam(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  return at < 0
    ? [text.toUpperCase(), '']
    : [text.slice(0, at).trim().toUpperCase(), text.slice(at + 1).replaceAll('"', '')]
}

/** A text value (3.3.11): `\n`, `\,`, `\;` and `\\` are escaped in it. */
export const readText = (value: string): string =>
  value.replace(/\\([nN,;\\])/g, (_, character: string) => (character.toLowerCase() === 'n' ? '\n' : character)).trim()

export const lineOf = (lines: readonly ContentLine[], name: string): ContentLine | undefined =>
  lines.find((line) => line.name === name)

export const textOf = (lines: readonly ContentLine[], name: string): string =>
  readText(lineOf(lines, name)?.value ?? '')
