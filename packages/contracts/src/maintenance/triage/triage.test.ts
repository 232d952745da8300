import { hazardsIn } from '../hazards.ts'
import { expect, test } from 'vitest'
import { triage } from './triage.ts'

const winter = '2026-01-15'
const of = (text: string, on = winter) => {
  const { category, priority } = triage({ title: text, description: 'Please have a look.' }, on)
  return [priority, category]
}

test.each([
  ['Gas smell', 'emergency', 'plumbing'],
  ['I smell gas in the kitchen', 'emergency', 'plumbing'],
  ['smells like gas near the stove', 'emergency', 'plumbing'],
  ['gas leek? something smels like gas', 'emergency', 'plumbing'],
  ['Strong odor of gas in hallway', 'emergency', 'plumbing'],
  ['there is a rotten egg smell in the basement', 'emergency', 'plumbing'],
  ['Huele a gas', 'emergency', 'plumbing'],
  ['Carbon monoxide alarm going off', 'emergency', 'hvac'],
  ['CO alarm wont stop', 'emergency', 'hvac'],
  ['carbon monoxde detector is beeping loudly', 'emergency', 'hvac'],
  ['The outlet is on fire', 'emergency', 'electrical'],
  ['Burning smell from the wall', 'emergency', 'electrical'],
  ['smoke coming out of the light', 'emergency', 'electrical'],
  ['Oven caught fire', 'emergency', 'electrical'],
  ['Kitchen flooded', 'emergency', 'plumbing'],
  ['floding in the bathroom', 'emergency', 'plumbing'],
  ['Burst pipe!!', 'emergency', 'plumbing'],
  ['pipe has burst under sink', 'emergency', 'plumbing'],
  ['Water coming through the ceiling', 'emergency', 'plumbing'],
  ['water is pouring from upstairs', 'emergency', 'plumbing'],
  ['sewage backing up in tub', 'emergency', 'plumbing'],
  ['Sparks from outlet', 'emergency', 'electrical'],
  ['outlet is sparking', 'emergency', 'electrical'],
  ['I got shocked by the washer', 'emergency', 'electrical'],
  ['No heat', 'emergency', 'hvac'],
  ['heat isnt working its freezing', 'emergency', 'hvac'],
  ['the furnce stopped last night', 'emergency', 'hvac'],
  ['We are without heat since monday', 'emergency', 'hvac'],
  ["Front door won't lock", 'emergency', null],
  ['Someone broke into the apartment', 'emergency', null],
  ['I am locked out', 'emergency', null],
  ['Ceiling collapsed in bedroom', 'emergency', null],
  ['No hot water', 'high', 'plumbing'],
  ['no power in half the apartment', 'high', 'electrical'],
  ['Toilet overflows', 'high', 'plumbing'],
  ['Water heater is leaking', 'high', 'plumbing'],
  ['Fridge not working, food going bad', 'high', 'appliances'],
  ['AC not working', 'high', 'hvac'],
  ['Roof leaks when it rains', 'high', 'exterior'],
  ['Black mold in shower', 'high', 'plumbing'],
  ['Broken window in living room', 'high', null],
  ['Bed bugs', 'high', null],
])('“%s” is %s, %s', (text, priority, category) => {
  const found = of(text)
  expect(found[0]).toBe(priority)
  if (category !== null) expect(found[1]).toBe(category)
})

test.each([
  ['No smell of gas, just checking the stove', null],
  ['gas stove burner does not light', 'appliances'],
  ['Question about the gas bill', null],
  ['Carbon monoxide detector needs a battery', 'hvac'],
  ['CO detector is chirping, battery', null],
  ['Smoke detector battery chirps', 'electrical'],
  ['Fireplace glass is dirty', null],
  ['Fire escape ladder squeaks', null],
  ['neighbor smoking smell of cigarettes', null],
  ['Flood light in the yard does not turn on', null],
  ['old water stain on the ceiling, dry now', null],
  ['Floor is scratched', 'flooring'],
  ['Kitchen tap drips', 'plumbing'],
  ['Dripping faucet', 'plumbing'],
  ['clogd drain in the sink', 'plumbing'],
  ['Light bulb out in hallway', 'electrical'],
  ['Closet door wont lock', null],
  ['Mailbox has no lock', null],
  ['Dishwasher leaves spots', 'appliances'],
  ['dishwsher makes noise', 'appliances'],
  ['Paint is peeling in the hallway', 'painting'],
  ['Carpet is stained', 'flooring'],
  ['Gutter is full of leaves', 'exterior'],
  ['Sparkling water tap', 'plumbing'],
  ['Blood on the floor from my cut, need carpet cleaned', 'flooring'],
  ['Garage door remote lost', 'exterior'],
  ['Thermostat screen is dim', 'hvac'],
  ['Water pressure is low in the shower', 'plumbing'],
  ['Key copy please', null],
  ['When is the lawn mowed?', 'exterior'],
])('“%s” is no emergency', (text, category) => {
  const [priority, named] = of(text)
  expect(priority).not.toBe('emergency')
  if (category !== null) expect(named).toBe(category)
  expect(hazardsIn(text)).toEqual([])
})

test('no heat is an emergency in the cold months and urgent in the others', () => {
  expect(of('No heat', '2026-01-15')[0]).toBe('emergency')
  expect(of('No heat', '2026-10-01')[0]).toBe('emergency')
  expect(of('No heat', '2026-07-15')[0]).toBe('high')
})

test('a suggestion names the words it rests on, as they were typed', () => {
  expect(triage({ title: 'Help', description: 'It SMELS of gas here' }, winter)).toEqual({
    category: 'plumbing',
    priority: 'emergency',
    words: ['smels gas'],
  })
  expect(triage({ title: 'Hello', description: 'When are you in the office?' }, winter)).toEqual({
    category: null,
    priority: null,
    words: [],
  })
})

test('words far apart are not one phrase, and a denial is heard', () => {
  expect(of('The smell in the hallway is from the bins behind the gas station')[0]).toBeNull()
  expect(of('I do not smell gas any more')[0]).toBeNull()
})
