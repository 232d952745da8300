import { findAny, wordsOf } from './phrases.ts'

/** What can hurt people within minutes. */
export const hazardKinds = ['gas', 'carbon-monoxide', 'fire', 'flooding', 'electricity'] as const
export type HazardKind = (typeof hazardKinds)[number]

interface Hazard {
  phrases: readonly string[]
  /** The words are about something harmless. */
  unless: readonly string[]
  title: string
  /** What to do at once, in order. */
  steps: readonly string[]
}

const leave = 'Leave the home with everyone in it, and leave the door open.'

export const hazards: Record<HazardKind, Hazard> = {
  gas: {
    phrases: [
      'gas smell*',
      'smell* gas',
      'gas leak*',
      'gas odor*',
      'gas odour*',
      'leak* gas',
      'hiss* gas',
      'rotten egg* smell*',
      'huele gas',
      'olor gas',
      'fuga gas',
    ],
    unless: ['gas bill', 'gas meter read*', 'gas station'],
    title: 'Gas',
    steps: [
      'Do not switch anything on or off, and do not light anything.',
      leave,
      'From outside, call 911 or the gas company.',
    ],
  },
  'carbon-monoxide': {
    phrases: ['carbon monoxide', 'co alarm', 'co detector', 'monoxido carbono'],
    unless: [
      'detector batter*',
      'alarm batter*',
      'monoxide batter*',
      'detector chirp*',
      'alarm chirp*',
      'detector expire*',
      'alarm expire*',
      'detector missing',
      'need* detector',
      'need* alarm',
      'install detector',
      'install* alarm',
      'new detector',
      'replace detector',
    ],
    title: 'Carbon monoxide',
    steps: [leave, 'Call 911 from outside.', 'Do not go back in until the fire department says so.'],
  },
  fire: {
    phrases: [
      'on fire',
      'caught fire',
      'fire in',
      'fire kitchen',
      'fire house',
      'small fire',
      'there fire',
      'flames',
      'burning smell',
      'smell* burning',
      'smell* smoke',
      'smoke coming',
      'smoke from',
      'full smoke',
      'smoking outlet',
      'incendio',
      'fuego',
      'humo',
    ],
    unless: [
      'fire place',
      'fire escape',
      'fire drill',
      'cigarette smoke',
      'smoke weed',
      'smell* cigarette*',
      'neighbor* smok*',
    ],
    title: 'Fire',
    steps: [leave, 'Call 911 from outside.', 'Do not go back in for belongings.'],
  },
  flooding: {
    phrases: [
      'flood*',
      'burst pipe*',
      'pipe* burst',
      'water pouring',
      'water gushing',
      'water gush*',
      'water through ceiling',
      'water coming ceiling',
      'water ceiling',
      'ceiling leak*',
      'ceiling dripping',
      'water everywhere',
      'sewage back*',
      'sewage coming',
      'raw sewage',
      'inunda*',
      'agua techo',
    ],
    unless: [
      'floodlight*',
      'flood light*',
      'flood insurance',
      'flood zone',
      'water stain*',
      'water mark*',
      'old stain*',
      'dry now',
    ],
    title: 'Water',
    steps: [
      'Close the main water valve, or the valve where the water comes from, if you can reach it.',
      'Stay out of water near outlets or appliances, and do not touch switches there.',
      'Call 911 if anyone is in danger.',
    ],
  },
  electricity: {
    phrases: [
      'spark*',
      'electric* shock*',
      'shocked me',
      'got shock*',
      'outlet burn*',
      'outlet hot',
      'outlet melted',
      'wire* exposed',
      'live wire*',
      'chispa*',
    ],
    unless: ['spark plug*', 'sparkling', 'sparkle*'],
    title: 'Electricity',
    steps: [
      'Do not touch the outlet, the appliance or anything wet near it.',
      'Switch the breaker off if you can reach it safely.',
      'If there is smoke or fire, leave and call 911.',
    ],
  },
}

/** A hazard that a text names, and the words that name it. */
export interface FoundHazard {
  kind: HazardKind
  words: string
}

/** The hazards that a text names, the most urgent first. */
export function hazardsIn(text: string): FoundHazard[] {
  const words = wordsOf(text)
  return hazardKinds.flatMap((kind) => {
    const { phrases, unless } = hazards[kind]
    const found = findAny(words, phrases)
    return found !== null && findAny(words, unless) === null ? [{ kind, words: found }] : []
  })
}
