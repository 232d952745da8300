import type { maintenanceCategories, maintenancePriorities } from '@keyhold/contracts/maintenance/requests'

type Category = (typeof maintenanceCategories)[number]
type Priority = (typeof maintenancePriorities)[number]

/** What is broken, in English and Spanish, with the category of the repair. */
const things: readonly (readonly [Category, RegExp])[] = [
  [
    'electrical',
    /\b((smoke|fire|co|carbon monoxide) (detector|alarm)s?|lights?|lamps?|outlets?|sockets?|breakers?|power|switch(es)?|electric\w*|doorbell|luz|luces|enchufe|detector de humo)\b/,
  ],
  [
    'appliances',
    /\b(fridge|refrigerator|freezer|oven|stove|burner|dishwasher|washer|washing machine|dryer|microwave|disposal|range hood|refrigerador|nevera|horno|estufa|lavadora|secadora|lavavajillas|lavaplatos)\b/,
  ],
  [
    'plumbing',
    /\b(sinks?|faucets?|taps?|toilets?|drains?|pipes?|showers?|tub|bathtub|water|hot water|water heater|leaks?|fregadero|lavabo|inodoro|grifo|llave|ducha|regadera|desague|agua|bano|tuberia)\b/,
  ],
  [
    'hvac',
    /\b(ac|a c|air con\w*|air conditioner|heat|heater|heating|furnace|thermostat|vents?|radiator|boiler|aire acondicionado|calefaccion|calentador|calefactor)\b/,
  ],
  ['exterior', /\b(gutter|fence|gate|driveway|roof|deck|patio|garage|cerca|porton)\b/],
  ['structural', /\b(stairs|railing|wall|ceiling|foundation|pared|techo)\b/],
  ['flooring', /\b(floor\w*|carpet|tiles?|alfombra|piso)\b/],
  [
    'general',
    /\b(doors?|windows?|locks?|keys?|blinds|screens?|closets?|cabinets?|drawers?|mailbox|elevator|intercom|puerta|ventana|cerradura|roach\w*|cockroach\w*|mice|mouse|rats?|ants|bugs|pests?|bed ?bugs|wasps?|termites?|cucarachas|ratones|hormigas|fans?|paint|bathroom|kitchen|bedroom|unit|apartment|something)\b/,
  ],
]

const pests =
  /\b(roach\w*|cockroach\w*|mice|mouse|rats?|ants|bugs|pests?|bed ?bugs|wasps?|termites?|cucarachas|ratones|hormigas)\b/

const defect =
  /\b(leak\w*|drip\w*|broken|broke|breaks|clog\w*|block(ed|ing)|back(ed|ing) up|stuck|jam\w*|not (working|work|turn\w*|heat\w*|cool\w*|drain\w*|flush\w*|open\w*|close\w*|start\w*|lock\w*|stay\w*|coming on|on)|(does|do|did|will|can|is|are) not\b[^.?!]{0,20}\b(work|turn|heat|cool|drain|flush|open|close|shut|start|lock|come on|function|spin|latch|light|ignite|charge|run)\w*|(stopped|quit) (working|running|heating|cooling)|no (hot water|heat|power|water|cold air|electricity|pressure)|flicker\w*|crack\w*|loud|nois\w*|squeak\w*|grind\w*|off (the|its) track|rattl\w*|warm air|running constantly|keeps? running|overflow\w*|chirp\w*|beep\w*|burn(ed|t) out|out of order|dead|loose|fell off|came off|torn|ripped|peeling|rusted|smells? bad|stinks?|low (water )?pressure|too (hot|cold)|tripp\w*|went out|acting up|gotea\w*|gote\w*|rot[oa]|descompuest\w*|no (funciona|sirve|prende|enciende|abre|cierra|hay agua|calienta|enfria)|tapad[oa]|atascad[oa]|fuga|danad[oa]|ruido)\b/

const asksFor =
  /\b(report|fix|repair|send (someone|somebody|a|maintenance)|someone (to|come)|need (a )?(plumber|electrician|maintenance|repair|technician|handyman)|replace\w*|reportar|arreglar|reparar|maintenance issue)\b/

/** A question about what is under way, or about rules, and no report. */
const aboutExisting =
  /\b(status|update|news|progress|reported|my request|requests?|tickets?|scheduled?|coming to fix|working on|did (they|you|he)|has (anyone|someone|it)|have (they|you)|is (anyone|someone|somebody)|when (is|will|are|was)|who (pays|is responsible)|where is|how do i (shut|turn)|noticias|como va|cuando (viene|vienen|van)|solicitud)\b/

export interface Problem {
  title: string
  description: string
  category: Category
  priority: Priority
}

/** Whether a normalized clause reports something that is broken. */
export function isProblem(clause: string): boolean {
  if (aboutExisting.test(clause)) return false
  const hasThing = things.some(([, pattern]) => pattern.test(clause))
  if (pests.test(clause) && /\b(there|have|seen|saw|found|got|see|are|hay|tengo|vi)\b/.test(clause)) return true
  return (hasThing && defect.test(clause)) || (asksFor.test(clause) && hasThing)
}

const urgent =
  /\b(leak\w*|gotea\w*|fuga|no (hot water|heat|power|water|electricity|hay agua)|heat\w*|furnace|calefaccion|fridge|refrigerator|lock\w*|overflow\w*|toilet|inodoro|broken window|(smoke|fire) (detector|alarm))\b/

/** The request that the tenant is offered; its words are the tenant's own. */
export function problemOf(text: string, clauses: string): Problem {
  const category = things.find(([, pattern]) => pattern.test(clauses))?.[0] ?? 'general'
  const words = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  const sentence = /^(?:(?:hi|hello|hey|hola)\b[\s,!.]*)?(.{3,}?[.!?]|.+)/iu.exec(words)?.[1] ?? words
  const short = sentence.length > 80 ? `${sentence.slice(0, 77).trimEnd()}…` : sentence.replace(/[.!]+$/, '')
  const title = (short || 'Problem reported').replace(/^./u, (letter) => letter.toUpperCase())
  return {
    title,
    description: words.slice(0, 5000) || title,
    category,
    priority: urgent.test(clauses) ? 'high' : 'medium',
  }
}
