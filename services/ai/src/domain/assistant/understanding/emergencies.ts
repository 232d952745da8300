import type { EmergencyKind } from '../intents.ts'

type Rule = readonly [EmergencyKind, RegExp]

/** In normalized text, English and Spanish, the deadliest first. */
const rules: readonly Rule[] = [
  [
    'gas',
    /\b(smell\w*|smelt|odou?r|stink\w*|leak\w*|hiss\w*|fumes?)\b[^.?!]{0,40}\bgas\b|\bgas\b[^.?!]{0,25}\b(smell\w*|leak\w*|odou?r|hiss\w*|fumes?)\b|\brotten eggs?\b|\b(huele|olor|fuga|escape)\b[^.?!]{0,25}\bgas\b|\b(gasgeruch|fuite de gaz|odeur de gaz|vazamento de gas|cheiro de gas)\b/,
  ],
  [
    'carbon_monoxide',
    /\b(carbon monoxide|co2?)\b[^.?!]{0,40}\b(going off|went off|goes off|alarm is|beep\w*|sounding|alert\w*|dizzy|headaches?|sick|leak\w*|poison\w*|high)\b|\b(dizzy|headaches?|nausea\w*)\b[^.]{0,60}\bcarbon monoxide\b|\bmonoxido\b/,
  ],
  [
    'fire',
    /\bon fire\b|\b(there is|there was|theres|have|got|see|started|caught|catching|spreading|huge|big|small|kitchen|grease|electrical|a)\b (a )?fire\b(?! (alarm|extinguisher|place|pit|escape|drill|exit|door|insurance|safety|detector|hazard))|\bfire\b (in|at|on|next|inside|upstairs|downstairs|broke out|spread\w*)\b|\bhouse fire\b|^fire\b(?! (alarm|extinguisher|place|pit|escape|drill|exit|door|detector))|\bflames?\b|\bburning down\b|\b(smoke|smoking)\b[^.?!]{0,20}\b(coming|pouring|everywhere|filling|billowing|out of|from the)\b|\bsmell\w*\b[^.?!]{0,20}\b(smoke|burning|burnt)\b|\bburn(ing|t) (smell|odou?r|plastic|rubber)\b|\bfull of smoke\b|\b(fuego|incendi\w*|llamas|se quema|quemando)\b|\bhumo\b(?! detector)|\b(es brennt|feuer|au feu|incendie|pegando fogo)\b/,
  ],
  [
    'electric',
    /\b(spark\w*|arcing)\b|\b(outlet|socket|panel|breaker|wires?|wiring|switch|light)\b[^.?!]{0,25}\b(smok(ing|es)|burn(ing|t|ed)|melt\w*|on fire|hot to touch)\b|\b(electric(al)? shock|got shocked|electrocut\w*|shock(s|ed) (me|my|us|him|her|someone|somebody)|live wires?|downed (power )?lines?)\b|\b(chispas|echando chispas|corto ?circuito|descarga electrica)\b/,
  ],
  [
    'medical',
    /\b(is|are) (badly |really |seriously |very )?(hurt|injured)\b|\besta (muy )?(herid[oa]|lastimad[oa])\b|\b(not breathing|can not breathe|stopped breathing|unconscious|passed out|collapsed (?!ceiling)|heart attack|having a stroke|overdos\w*|bleeding|chest pains?|seizure|choking|no respira|desmay\w*|infarto|sangrando)\b/,
  ],
  ['crisis', /\b(suicid\w*|kill (myself|himself|herself)|end my life|want to die|hurt myself|quiero morir|matarme)\b/],
  [
    'crime',
    /\b(broke|broken|breaking|break|breaks) (in|into)\b|\bbreak-?in\b|\b(robbed|robbery|burglar\w*|intruder|home invasion|kidnap\w*|stabb\w*|shooting|shots? fired|gunshots?|gunfire|assault\w*|attacked|attacking me|rape\w*|domestic violence|hitting me|beating me|threatening me|stalk\w*)\b|\b(a|has a|have a|with a|pulled a) (gun|knife|weapon)\b|\b(someone|somebody|man|guy|people|stranger)\b[^.?!]{0,30}\b(force|forcing|force open|get in|climb\w*|in my (apartment|house|unit|home)|break\w*|prying|pry)\b|\b(ladron\w*|robaron|robo en|entr(o|aron|ando) a (robar|mi)|robando|forzando la puerta|intruso|me atac\w*|pistola|cuchillo)\b/,
  ],
  [
    'structure',
    /\b(ceiling|roof|wall|balcony|stairs|staircase|floor)\b[^.?!]{0,25}\b(collaps\w*|coming down|came down|caved|caving|fell (in|down)|falling (in|down))\b|\b(explo(ded|sion|ding))\b|\b(trapped|stuck in the elevator)\b|\b(techo|pared)\b[^.?!]{0,20}\b(cayendo|cayo|derrumb\w*)\b|\bexplosion\b|\bexploto\b/,
  ],
  [
    'cold',
    /\b(no (heat|heating|heater)|(heat|heating|heater|furnace) (is |has been )?(out|off|broken|dead|not work\w*))\b[^?!]{0,60}\b(freezing|below (zero|freezing)|newborn|baby|infant|elderly)\b|\b(freezing|newborn|baby|infant)\b[^?!]{0,40}\b(no (heat|heating|heater)|(heat|heating|heater|furnace) (is |has been )?(out|off|broken|dead|not work\w*))\b|\bsin calefaccion\b[^?!]{0,40}\b(helad\w*|bebe|congel\w*)\b/,
  ],
  [
    'flood',
    /\b(flood(ing|ed|s)?)\b(?! (insurance|zone|plain|policy|with work))|\b(burst|broken|busted|exploded) (water )?pipes?\b|\bpipes?\b[^.?!]{0,15}\b(burst|broken|busted|exploded|broke)\b|\bwater\b[^.?!]{0,30}\b(pouring|gushing|everywhere|spraying|coming (in )?(through|from)|coming out of the|rushing|shooting|all over|running down)\b|\b(pouring|gushing|leaking|dripping|coming)\b[^.?!]{0,25}\b(through|from|out of) (the|my) (ceiling|light|outlet|wall)\b|\bceiling\b[^.?!]{0,15}\bleak\w*|\b(sewage|sewer|raw sewage)\b|\b(fuga|escape) (grande |fuerte )?de agua\b|\b(inund\w*|agua por todas partes|revento|tuberia\b[^.?!]{0,20}\b(rota|rompi\w*|revent\w*|explot\w*)|sale agua del techo|agua del techo|ueberschwemmung|uberschwemmung|inondation|aguas negras)\b/,
  ],
]

/** A question about being prepared, and no incident. */
const prepared =
  /\b(in case of|what if|if there (is|was|were)|where is the (fire|gas)|do i have a|do we have|how often|when was|inspect\w*|test the|insurance cover)\b/
/** A detector that wants a battery. */
const battery = /\b(batter(y|ies)|chirp\w*|every (few )?(minutes?|seconds)|once a minute)\b/

/** Words that mean danger unless they stand in one of the harmless phrases below. */
const alarming: readonly Rule[] = [
  ['gas', /\bgas\b/],
  ['carbon_monoxide', /\b(carbon monoxide|monoxid\w*)\b/],
  ['fire', /\b(fire|smoke|flames?|burning|ablaze|fuego|humo|incendi\w*|llamas)\b/],
  ['electric', /\b(sparks?|sparking|electrocut\w*|chispas)\b/],
  ['flood', /\b(flood(ed|ing|s)?|sewage|inund\w*|gushing)\b/],
  ['crime', /\b(gun|guns|gunman|knife|weapon|robbed|burglar\w*|intruder|kidnap\w*|ladron\w*|pistola|stabbed|shot)\b/],
  ['medical', /\b(911|ambulance|unconscious|bleeding|overdose\w*|ambulancia|dying)\b/],
  ['structure', /\b(collaps\w*|explo(ded|sion|ding))\b/],
]
const harmless =
  /\b(fire|smoke|gas|co|carbon monoxide) (and smoke |or smoke )?(alarms?|detectors?|extinguishers?|pits?|places?|escapes?|drills?|exits?|doors?|hydrants?|bills?|lines?|stoves?|range|grills?|compan(y|ies)|meters?|stations?|furnace|heat|heater|heating|oven|dryer|burner|water heater|provider|account|service|included|insurance|tables?|sprinklers?)\b|\bdetector(es)? de (humo|monoxido)\b|\bflood (insurance|zones?|plains?|polic(y|ies))\b|\b(flood(ed|ing)?) with\b|\bsmoke[ -]?free\b|\bsmoke (weed|cigarettes?|pot|marijuana)\b|\bglue gun\b|\bnail gun\b|\bgas and electric(ity)?\b|\belectric(ity)? and gas\b|\bshot(s)? at\b/g
/** Asks for leave or information. */
export const asksOnly =
  /^(hi |hello |hey |hola |so |ok )*(can|could|may|am|do|does|is (smoking|it ok|it allowed|there a|gas|the gas)|are|who (pays|do)|where|what (is|are|does|about)|how (do|much|many)|which|when|puedo|se puede|quien paga)\b/

/** The emergency that a normalized message reports. */
export function emergencyIn(normalized: string): EmergencyKind | undefined {
  if (prepared.test(normalized) && !/\b(right now|help|hurry|911)\b/.test(normalized)) return undefined
  const found = rules.find(([, pattern]) => pattern.test(normalized))?.[0]
  if (
    found === 'carbon_monoxide' &&
    battery.test(normalized) &&
    !/\b(dizzy|headaches?|sick|going off)\b/.test(normalized)
  )
    return undefined
  if (found || asksOnly.test(normalized)) return found
  const plain = normalized.replace(harmless, ' ')
  return alarming.find(([, pattern]) => pattern.test(plain))?.[0]
}
