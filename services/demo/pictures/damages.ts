import { circle, drop, ellipse, height, line, polygon, rect, row, width } from './shapes.ts'

const steel = '#b5bec6'
const wood = '#a9764a'

export const tap = () =>
  rect(0, 0, width, 430, '#dfe8e4') +
  row(8, (n) => line(`M${n * 130} 0V430`, '#cbd7d2', 3)) +
  row(4, (n) => line(`M0 ${n * 120}H960`, '#cbd7d2', 3)) +
  rect(0, 430, width, 210, '#8c939a') +
  ellipse(480, 520, 300, 74, '#d6dce1') +
  ellipse(480, 530, 250, 52, '#aab4bc') +
  line('M690 440V250Q690 150 590 150T490 240V270', steel, 46) +
  circle(690, 230, 22, '#8f9aa3') +
  line('M700 220L780 180', steel, 22) +
  drop(490, 300, 22) +
  drop(490, 400, 16) +
  ellipse(490, 530, 60, 12, '#5aa2d6', 'opacity="0.6"')

export const sinkLeak = () =>
  rect(0, 0, width, height, '#6f5338') +
  rect(60, 60, 840, 580, '#e9e2d4') +
  ellipse(480, 60, 330, 90, steel) +
  line('M480 140V280Q480 360 560 360T640 300V250H860', '#cfd6db', 44) +
  rect(448, 240, 64, 34, '#9aa5ad', 'rx="6"') +
  circle(800, 250, 30, '#c8553d') +
  drop(490, 390, 18) +
  drop(520, 450, 14) +
  polygon('360,470 620,470 590,610 390,610', '#4f7fa8') +
  ellipse(490, 470, 130, 24, '#7fb2d9') +
  ellipse(700, 610, 150, 22, '#8fbfe0', 'opacity="0.8"')

export const waterHeater = () =>
  rect(0, 0, width, height, '#d9d6cf') +
  rect(0, 560, width, 80, '#8e8a83') +
  rect(350, 130, 270, 440, '#f1f3f4', 'rx="60" stroke="#aab2b8" stroke-width="6"') +
  line('M420 130V0', '#c9793f', 24) +
  line('M550 130V0', '#7f98a8', 24) +
  rect(430, 440, 110, 70, '#3d464e', 'rx="8"') +
  circle(485, 475, 16, '#e4572e') +
  rect(420, 230, 130, 90, '#f6d55c') +
  line('M650 250q40 40 0 80M690 220q70 70 0 140M310 250q-40 40 0 80M270 220q-70 70 0 140', '#c8553d', 8)

export const gutter = () =>
  rect(0, 0, width, height, '#c3dbea') +
  polygon('0,0 960,0 960,300 0,360', '#8a5a4a') +
  row(8, (n) => line(`M0 ${50 + n * 42}L960 ${n * 40}`, '#774a3c', 4)) +
  polygon('0,360 960,300 960,380 0,440', '#e7e9ea') +
  polygon('0,440 960,380 960,396 0,456', '#b9bec2') +
  row(16, (n) =>
    ellipse(40 + n * 58, 362 - n * 3.6 - (n % 3) * 12, 34, 15, ['#b5651d', '#c98b2b', '#7a8f3c'][n % 3]!),
  ) +
  row(5, (n) => line(`M${120 + n * 170} ${440 - n * 10}q14 40 -4 80`, '#b5651d', 10)) +
  line('M870 390V640', '#d4d8da', 40)

export const kitchenFloor = () =>
  rect(0, 0, width, height, '#e6dccb') +
  row(7, (row_) => row(10, (n) => rect(n * 96, 190 + row_ * 66, 94, 64, (n + row_) % 2 ? '#c9c2b2' : '#e1dccf'))) +
  polygon('330,640 380,440 560,420 690,500 720,640', '#8d7b62') +
  line('M380 440L430 500L410 560M560 420L540 500L600 570', '#6f5f49', 5) +
  rect(0, 0, width, 190, '#f2eee4') +
  row(4, (n) => rect(20 + n * 240, 30, 210, 140, '#8fa4a0', 'rx="6"') + circle(205 + n * 240, 100, 8, '#e9e2d4'))

export const carpetBurn = () =>
  rect(0, 0, width, height, '#b8a68c') +
  row(24, (n) => line(`M0 ${n * 28}Q240 ${n * 28 + 14} 480 ${n * 28}T960 ${n * 28}`, '#ab987d', 4)) +
  rect(0, 0, width, 110, '#efe9dd') +
  rect(0, 110, width, 26, '#fdfcf8') +
  ellipse(470, 370, 150, 96, '#6b5236') +
  ellipse(470, 370, 112, 68, '#3f2f1f') +
  ellipse(452, 360, 52, 30, '#241a11') +
  rect(700, 250, 40, 260, wood, 'rx="4"') +
  row(9, (n) => line(`M700 ${270 + n * 28}h${n % 2 ? 14 : 24}`, '#f7f5ef', 4))
