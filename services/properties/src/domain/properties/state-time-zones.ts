import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'

/** States and territories of the US: code, name, and the IANA zone in which most of their people live. */
const states: readonly (readonly [code: string, name: string, zone: string])[] = [
  ['AL', 'Alabama', 'America/Chicago'],
  ['AK', 'Alaska', 'America/Anchorage'],
  ['AZ', 'Arizona', 'America/Phoenix'],
  ['AR', 'Arkansas', 'America/Chicago'],
  ['CA', 'California', 'America/Los_Angeles'],
  ['CO', 'Colorado', 'America/Denver'],
  ['CT', 'Connecticut', 'America/New_York'],
  ['DE', 'Delaware', 'America/New_York'],
  ['DC', 'District of Columbia', 'America/New_York'],
  ['FL', 'Florida', 'America/New_York'],
  ['GA', 'Georgia', 'America/New_York'],
  ['HI', 'Hawaii', 'Pacific/Honolulu'],
  ['ID', 'Idaho', 'America/Boise'],
  ['IL', 'Illinois', 'America/Chicago'],
  ['IN', 'Indiana', 'America/Indiana/Indianapolis'],
  ['IA', 'Iowa', 'America/Chicago'],
  ['KS', 'Kansas', 'America/Chicago'],
  ['KY', 'Kentucky', 'America/Kentucky/Louisville'],
  ['LA', 'Louisiana', 'America/Chicago'],
  ['ME', 'Maine', 'America/New_York'],
  ['MD', 'Maryland', 'America/New_York'],
  ['MA', 'Massachusetts', 'America/New_York'],
  ['MI', 'Michigan', 'America/Detroit'],
  ['MN', 'Minnesota', 'America/Chicago'],
  ['MS', 'Mississippi', 'America/Chicago'],
  ['MO', 'Missouri', 'America/Chicago'],
  ['MT', 'Montana', 'America/Denver'],
  ['NE', 'Nebraska', 'America/Chicago'],
  ['NV', 'Nevada', 'America/Los_Angeles'],
  ['NH', 'New Hampshire', 'America/New_York'],
  ['NJ', 'New Jersey', 'America/New_York'],
  ['NM', 'New Mexico', 'America/Denver'],
  ['NY', 'New York', 'America/New_York'],
  ['NC', 'North Carolina', 'America/New_York'],
  ['ND', 'North Dakota', 'America/Chicago'],
  ['OH', 'Ohio', 'America/New_York'],
  ['OK', 'Oklahoma', 'America/Chicago'],
  ['OR', 'Oregon', 'America/Los_Angeles'],
  ['PA', 'Pennsylvania', 'America/New_York'],
  ['RI', 'Rhode Island', 'America/New_York'],
  ['SC', 'South Carolina', 'America/New_York'],
  ['SD', 'South Dakota', 'America/Chicago'],
  ['TN', 'Tennessee', 'America/Chicago'],
  ['TX', 'Texas', 'America/Chicago'],
  ['UT', 'Utah', 'America/Denver'],
  ['VT', 'Vermont', 'America/New_York'],
  ['VA', 'Virginia', 'America/New_York'],
  ['WA', 'Washington', 'America/Los_Angeles'],
  ['WV', 'West Virginia', 'America/New_York'],
  ['WI', 'Wisconsin', 'America/Chicago'],
  ['WY', 'Wyoming', 'America/Denver'],
  ['AS', 'American Samoa', 'Pacific/Pago_Pago'],
  ['GU', 'Guam', 'Pacific/Guam'],
  ['MP', 'Northern Mariana Islands', 'Pacific/Guam'],
  ['PR', 'Puerto Rico', 'America/Puerto_Rico'],
  ['VI', 'Virgin Islands', 'America/Puerto_Rico'],
]

const zones = new Map(
  states.flatMap(([code, name, zone]): [string, string][] => [
    [code, zone],
    [name.toUpperCase(), zone],
  ]),
)

/** Zone of a US state by code or name in any notation ("tx", "N.Y.", "New  York"); the default zone for anything else. */
export function zoneOfState(state: string | null | undefined): string {
  const written = (state ?? '').replaceAll('.', '').trim().replace(/\s+/g, ' ').toUpperCase()
  return zones.get(written) ?? defaultTimeZone
}

interface Located {
  state: string | null
  timeZone: string
}

/** Zone after an edit: a given zone is used, an emptied one is derived from the state, and a derived one follows a change of the state. */
export function zoneAfterEdit(
  before: Located,
  edit: { state?: string | undefined; timeZone?: string | null | undefined },
): string {
  if (edit.timeZone) return edit.timeZone
  const state = edit.state ?? before.state
  const wasDerived = before.timeZone === zoneOfState(before.state)
  return edit.timeZone === null || wasDerived ? zoneOfState(state) : before.timeZone
}
