import { lettering } from './letters.ts'
import { doorAt, height, line, polygon, rect, row, street, tree, width, windowAt } from './shapes.ts'

export const houseFront = () =>
  street('#bcd9ea') +
  rect(250, 270, 460, 250, '#e8d9b8') +
  polygon('215,280 480,110 745,280', '#9a5b4a') +
  rect(590, 140, 46, 90, '#7c4a3d') +
  windowAt(300, 320, 110, 110) +
  windowAt(550, 320, 110, 110) +
  doorAt(440, 360, 84, 160, '#3f6b73') +
  rect(420, 520, 124, 50, '#d5d0c4') +
  tree(130, 520, 190) +
  tree(850, 520, 150)

export const duplexFront = () =>
  street('#d8e4ea') +
  rect(210, 150, 540, 370, '#b4573f') +
  polygon('190,160 480,80 770,160', '#4b4f58') +
  row(3, (n) => windowAt(260 + n * 160, 190, 110, 100)) +
  windowAt(420, 350, 110, 110) +
  doorAt(270, 370, 80, 150, '#2f4858') +
  doorAt(600, 370, 80, 150, '#d9a441') +
  rect(210, 318, 540, 12, '#8f4432') +
  tree(110, 520, 150) +
  tree(870, 520, 200)

export const courtFront = () =>
  street('#cfe0f0') +
  rect(90, 130, 780, 390, '#cfc5b4') +
  rect(75, 110, 810, 34, '#6a7077') +
  row(4, (n) => windowAt(130 + n * 200, 180, 100, 90) + rect(118 + n * 200, 284, 124, 10, '#8a8f96')) +
  row(4, (n) => (n === 2 ? doorAt(530, 360, 100, 160, '#56624b') : windowAt(130 + n * 200, 360, 100, 90))) +
  rect(505, 345, 150, 14, '#6a7077') +
  tree(440, 560, 110) +
  tree(60, 540, 130)

export const loftRoom = () =>
  rect(0, 0, width, height, '#efe9dd') +
  rect(0, 430, width, 210, '#b98d63') +
  row(9, (n) => line(`M${n * 120} 430L${n * 160 - 160} 640`, '#a77c54', 3)) +
  windowAt(90, 70, 320, 270) +
  rect(520, 330, 360, 120, '#5d7a8c', 'rx="24"') +
  rect(500, 370, 50, 110, '#52707f', 'rx="18"') +
  rect(850, 370, 50, 110, '#52707f', 'rx="18"') +
  rect(560, 450, 280, 30, '#4a6473', 'rx="12"') +
  rect(600, 130, 200, 130, '#fdfcf8', 'stroke="#39434f" stroke-width="6"') +
  polygon('612,250 680,160 730,220 760,190 788,250', '#7fa37a') +
  line('M470 160V330', '#39434f', 5) +
  polygon('430,160 510,160 490,100 450,100', '#e9c46a')

interface Room {
  name: string
  x: number
  y: number
  w: number
  h: number
}

/** Walls, the names of the rooms, and doors as arcs. */
function plan(rooms: Room[], doors: [x: number, y: number][]): string {
  const wall = 'stroke="#39434f" stroke-width="9"'
  return (
    rect(0, 0, width, height, '#f7f5ef') +
    rooms
      .map(({ name, x, y, w, h }) => rect(x, y, w, h, '#ffffff', wall) + lettering(name, x + w / 2, y + h / 2))
      .join('') +
    doors
      .map(
        ([x, y]) =>
          rect(x, y - 6, 62, 12, '#ffffff') + line(`M${x} ${y}V${y + 60}A60 60 0 0 0 ${x + 60} ${y}`, '#8b96a3', 3),
      )
      .join('')
  )
}

export const housePlan = () =>
  plan(
    [
      { name: 'LIVING', x: 110, y: 80, w: 400, h: 250 },
      { name: 'KITCHEN', x: 510, y: 80, w: 340, h: 180 },
      { name: 'BATH', x: 510, y: 260, w: 150, h: 150 },
      { name: 'BEDROOM', x: 660, y: 260, w: 190, h: 300 },
      { name: 'BEDROOM', x: 110, y: 330, w: 210, h: 230 },
      { name: 'BEDROOM', x: 320, y: 330, w: 190, h: 230 },
      { name: 'HALL', x: 510, y: 410, w: 150, h: 150 },
    ],
    [
      [150, 330],
      [350, 330],
      [550, 560],
      [700, 260],
    ],
  )

export const loftPlan = () =>
  plan(
    [
      { name: 'LIVING', x: 110, y: 90, w: 440, h: 460 },
      { name: 'KITCHEN', x: 550, y: 90, w: 300, h: 170 },
      { name: 'BATH', x: 550, y: 260, w: 150, h: 130 },
      { name: 'HALL', x: 700, y: 260, w: 150, h: 130 },
      { name: 'BEDROOM', x: 550, y: 390, w: 300, h: 160 },
    ],
    [
      [740, 390],
      [570, 260],
    ],
  )
