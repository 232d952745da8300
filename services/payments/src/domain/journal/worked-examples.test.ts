import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { startReportApp } from '../../testing/report-test-app.ts'
import { findJournalFaults } from '../../testing/sound-journal.ts'
import {
  applyHeld,
  bounce,
  cancel,
  charge,
  close,
  concede,
  confirm,
  correct,
  refundHeld,
  loss,
  payOut,
  receive,
  refused,
  report,
  reprice,
  today,
  undoLastRefund,
  type Worked,
  workedOut,
} from '../../testing/worked-example.ts'

// Figures worked by hand. `paid`: on each charge in the end. `days`: day, owed, credit, deposit held, on which all reports agree.
// `months`: last day, income received (cash basis), income charged (accrual basis).

const app = await startReportApp()
const owner = postgres(app.databaseUrl, { max: 2, onnotice: () => {}, connection: { search_path: 'payments' } })
afterAll(async () => {
  await owner.end()
  await app.stop()
})

const examples: Record<string, Worked> = {
  // The order in which money is spread.
  'Of 2,500 for a move-in, 1,000 pay the rent of January and 1,500 the deposit; nothing is left for February': {
    given: [
      today('2026-01-01'),
      charge('January', 1000, '2026-01-01'),
      charge('deposit', 1500, '2026-01-01', 'security_deposit'),
      charge('February', 1000, '2026-02-01'),
      charge('March', 1000, '2026-03-01'),
      receive('check', 2500, '2026-01-01'),
    ],
    paid: { January: 1000, deposit: 1500, February: 0, March: 0 },
    days: [['2026-01-01', 0, 0, 1500]],
  },
  'The oldest due day is paid first, also if it is a fee: 500 − 50 = 450 for the rent': {
    given: [
      today('2026-02-03'),
      charge('fee', 50, '2026-01-10', 'late_fee'),
      charge('rent', 1000, '2026-02-01'),
      receive('cash', 500, '2026-02-03'),
    ],
    paid: { fee: 50, rent: 450 },
    days: [['2026-02-03', 550, 0, 0]],
  },
  'On the same due day rent comes before a fee: 1,020 − 1,000 = 20 for the fee, 50 − 20 = 30 are owed': {
    given: [
      today('2026-02-03'),
      charge('fee', 50, '2026-02-01', 'late_fee'),
      charge('rent', 1000, '2026-02-01'),
      receive('cash', 1020, '2026-02-03'),
    ],
    paid: { rent: 1000, fee: 20 },
    days: [['2026-02-03', 30, 0, 0]],
  },
  'A tenant who owes only a fee pays it in the portal': {
    given: [today('2026-02-03'), charge('fee', 50, '2026-02-01', 'late_fee'), report(50), confirm('fee')],
    paid: { fee: 50 },
    days: [['2026-02-03', 0, 0, 0]],
  },

  // Receipts that are taken back.
  'Of two receipts for one rent the first bounces: 1,000 − 600 = 400 are owed, and the second stays': {
    given: [
      today('2026-03-10'),
      charge('rent', 1000, '2026-03-01'),
      receive('first', 400, '2026-03-02'),
      receive('second', 600, '2026-03-03'),
      bounce('first', '2026-03-09'),
    ],
    paid: { rent: 600 },
    days: [
      ['2026-03-02', 600, 0, 0],
      ['2026-03-03', 0, 0, 0],
      ['2026-03-09', 400, 0, 0],
    ],
  },
  'A receipt of 1,050 that bounces reopens all that it paid: 1,000 + 50': {
    given: [
      today('2026-03-10'),
      charge('rent', 1000, '2026-03-01'),
      charge('fee', 50, '2026-03-02', 'late_fee'),
      receive('check', 1050, '2026-03-03'),
      bounce('check', '2026-03-10'),
    ],
    paid: { rent: 0, fee: 0 },
    days: [
      ['2026-03-09', 0, 0, 0],
      ['2026-03-10', 1050, 0, 0],
    ],
  },
  'A later receipt that bounces takes back nothing that earlier credit paid: 1,200 − 1,000 = 200, of which 150 pay the fee':
    {
      given: [
        today('2026-03-10'),
        charge('rent', 1000, '2026-03-01'),
        receive('first', 1200, '2026-03-01'),
        charge('fee', 150, '2026-03-05', 'late_fee'),
        receive('second', 300, '2026-03-06'),
        bounce('second', '2026-03-08'),
      ],
      paid: { rent: 1000, fee: 150 },
      days: [
        ['2026-03-06', 0, 350, 0],
        ['2026-03-08', 0, 50, 0],
      ],
    },
  'A bounce of 5 January leaves December: 1,000 received in December, −1,000 in January': {
    given: [
      today('2025-12-20'),
      charge('rent', 1000, '2025-12-01'),
      receive('check', 1000, '2025-12-20'),
      today('2026-01-31'),
      bounce('check', '2026-01-05'),
    ],
    days: [
      ['2025-11-30', 0, 0, 0],
      ['2025-12-19', 1000, 0, 0],
      ['2025-12-31', 0, 0, 0],
      ['2026-01-04', 0, 0, 0],
      ['2026-01-05', 1000, 0, 0],
    ],
    months: [
      ['2025-12-31', 1000, 1000],
      ['2026-01-31', -1000, 0],
    ],
  },
  'Of a rent that 600 paid until they were corrected to 450, a second receipt of 550 pays 400 at once and 150 from the correction on':
    {
      given: [
        today('2026-09-20'),
        charge('rent', 1000, '2026-09-01'),
        receive('first', 600, '2026-09-03'),
        today('2026-11-22'),
        correct('first', 450),
        receive('second', 550, '2026-09-15'),
      ],
      paid: { rent: 1000 },
      days: [
        ['2026-09-14', 400, 0, 0],
        ['2026-09-30', 0, 150, 0],
        ['2026-11-21', 0, 150, 0],
        ['2026-11-22', 0, 0, 0],
      ],
    },
  'A receipt of 900 corrected to 1,000 on 15 March pays its 900 again; the 100 more are credit from that day on': {
    given: [
      today('2026-03-05'),
      charge('rent', 1000, '2026-03-01'),
      receive('check', 900, '2026-03-02'),
      today('2026-03-15'),
      correct('check', 1000),
    ],
    paid: { rent: 900 },
    days: [
      ['2026-03-01', 1000, 0, 0],
      ['2026-03-02', 100, 0, 0],
      ['2026-03-14', 100, 0, 0],
      ['2026-03-15', 100, 100, 0],
    ],
  },

  // Deposits.
  'Of a deposit of 500, 300 are given back; 300 more are not there: 500 − 300 = 200 stay': {
    given: [
      today('2026-03-10'),
      charge('deposit', 500, '2026-03-01', 'security_deposit'),
      receive('check', 500, '2026-03-01'),
      refundHeld(300, '2026-03-05'),
      refused(refundHeld(300, '2026-03-06')),
    ],
    days: [
      ['2026-03-04', 0, 0, 500],
      ['2026-03-05', 0, 0, 200],
      ['2026-03-10', 0, 0, 200],
    ],
  },
  'A deposit received on the 10th cannot be given back on the 9th; a refund of the 12th is undone on the 15th': {
    given: [
      today('2026-03-15'),
      charge('deposit', 800, '2026-03-01', 'security_deposit'),
      receive('check', 800, '2026-03-10'),
      refused(refundHeld(800, '2026-03-09')),
      refundHeld(800, '2026-03-12'),
      undoLastRefund(),
    ],
    days: [
      ['2026-03-09', 800, 0, 0],
      ['2026-03-10', 0, 0, 800],
      ['2026-03-12', 0, 0, 0],
      ['2026-03-14', 0, 0, 0],
      ['2026-03-15', 0, 0, 800],
    ],
  },
  'The check for a deposit that was given back bounces: nothing is held, never −800, and the tenant owes 800': {
    given: [
      today('2026-03-10'),
      charge('deposit', 800, '2026-03-01', 'security_deposit'),
      receive('check', 800, '2026-03-01'),
      refundHeld(800, '2026-03-05'),
      bounce('check', '2026-03-10'),
    ],
    days: [
      ['2026-03-05', 0, 0, 0],
      ['2026-03-10', 800, 0, 0],
    ],
  },
  '400 of a deposit of 500 pay rent: 1,000 − 400 = 600 owed, 100 held, 400 income': {
    given: [
      today('2026-03-31'),
      charge('deposit', 500, '2026-03-01', 'security_deposit'),
      receive('check', 500, '2026-03-01'),
      charge('rent', 1000, '2026-03-10'),
      applyHeld(400),
    ],
    paid: { deposit: 500, rent: 400 },
    days: [['2026-03-31', 600, 0, 100]],
    months: [['2026-03-31', 400, 1000]],
  },

  // The past stands still.
  'Rent paid on 20 January for 1 February is credit until then; it is received in January and charged in February': {
    given: [today('2026-02-28'), charge('rent', 1000, '2026-02-01'), receive('check', 1000, '2026-01-20')],
    days: [
      ['2026-01-19', 0, 0, 0],
      ['2026-01-20', 0, 1000, 0],
      ['2026-01-31', 0, 1000, 0],
      ['2026-02-01', 0, 0, 0],
    ],
    months: [
      ['2026-01-31', 1000, 0],
      ['2026-02-28', 0, 1000],
    ],
  },
  'Cancelled on 10 March, a charge of 1 March is owed until the 9th; one of 1 April has never been': {
    given: [
      today('2026-03-10'),
      charge('March', 1000, '2026-03-01'),
      charge('April', 1000, '2026-04-01'),
      cancel('March'),
      cancel('April'),
      today('2026-04-30'),
    ],
    days: [
      ['2026-03-09', 1000, 0, 0],
      ['2026-03-10', 0, 0, 0],
      ['2026-04-01', 0, 0, 0],
    ],
  },
  'Raised on 10 March from 1,000 to 1,100, a charge of 1 March is 1,000 until the 9th': {
    given: [today('2026-03-01'), charge('rent', 1000, '2026-03-01'), today('2026-03-10'), reprice('rent', 1100)],
    days: [
      ['2026-03-09', 1000, 0, 0],
      ['2026-03-10', 1100, 0, 0],
    ],
  },
  'Credit of January that pays a rent of January only in February is credit until then: 300 + 50 − 100 = 250': {
    given: [
      today('2026-01-10'),
      charge('rent', 300, '2026-01-05'),
      receive('kept as credit', 100, '2026-01-10', []),
      today('2026-02-10'),
      charge('fee', 50, '2026-02-10', 'late_fee'),
    ],
    paid: { rent: 100, fee: 0 },
    days: [
      ['2026-01-31', 300, 100, 0],
      ['2026-02-09', 300, 100, 0],
      ['2026-02-10', 250, 0, 0],
    ],
  },
  'With January closed, a bounce of 20 January counts from 1 February on': {
    given: [
      today('2026-01-10'),
      charge('rent', 1000, '2026-01-01'),
      receive('check', 1000, '2026-01-10'),
      today('2026-02-05'),
      close('2026-01-31'),
      bounce('check', '2026-01-20'),
    ],
    days: [
      ['2026-01-31', 0, 0, 0],
      ['2026-02-01', 1000, 0, 0],
    ],
  },

  'With January closed, a check of 900 of 20 January corrected to 800 in March is 800 from 1 February on': {
    given: [
      today('2026-01-20'),
      charge('rent', 1000, '2026-01-01'),
      receive('check', 900, '2026-01-20'),
      today('2026-03-05'),
      close('2026-01-31'),
      correct('check', 800),
    ],
    paid: { rent: 800 },
    days: [
      ['2026-01-31', 100, 0, 0],
      ['2026-02-01', 200, 0, 0],
    ],
  },
  'With January closed, a refund of 20 January that was not paid out is credit again from 1 February on': {
    given: [
      today('2026-01-20'),
      receive('check', 900, '2026-01-10'),
      payOut(200, '2026-01-20'),
      today('2026-03-05'),
      close('2026-01-31'),
      undoLastRefund(),
    ],
    days: [
      ['2026-01-31', 0, 700, 0],
      ['2026-02-01', 0, 900, 0],
    ],
  },

  'With December closed, a deposit of 2,000 returns, of which 300 were given back, is paid again on 10 February, and the refund undone: 0 are held until then':
    {
      given: [
        today('2026-03-05'),
        charge('deposit', 2000, '2025-06-12', 'security_deposit'),
        receive('check', 2000, '2025-06-12'),
        close('2025-12-31'),
        refundHeld(300, '2025-12-15'),
        bounce('check', '2025-06-20'),
        receive('second', 2000, '2026-02-10'),
        undoLastRefund(),
      ],
      paid: { deposit: 2000 },
      days: [
        ['2025-12-31', 0, 0, 2000],
        ['2026-01-01', 2000, 0, 0],
        ['2026-02-09', 2000, 0, 0],
        ['2026-02-10', 0, 0, 2000],
        ['2026-03-05', 0, 0, 2000],
      ],
    },
  'If that second payment returns as well, on 20 February, 0 are held and 2,000 owed from then on': {
    given: [
      today('2026-03-05'),
      charge('deposit', 2000, '2025-06-12', 'security_deposit'),
      receive('check', 2000, '2025-06-12'),
      close('2025-12-31'),
      refundHeld(300, '2025-12-15'),
      bounce('check', '2025-06-20'),
      receive('second', 2000, '2026-02-10'),
      undoLastRefund(),
      bounce('second', '2026-02-20'),
    ],
    paid: { deposit: 0 },
    days: [
      ['2026-02-09', 2000, 0, 0],
      ['2026-02-19', 0, 0, 2000],
      ['2026-02-20', 2000, 0, 0],
    ],
  },

  // Credit, concessions and debts that are written off.
  'Of 1,500 for a rent of 1,000, 500 are credit and paid out on the 10th; bounced on the 20th, 1,500 are owed': {
    given: [
      today('2026-03-20'),
      charge('rent', 1000, '2026-03-01'),
      receive('check', 1500, '2026-03-02'),
      refused(payOut(500.01, '2026-03-10')),
      payOut(500, '2026-03-10'),
      bounce('check', '2026-03-20'),
    ],
    days: [
      ['2026-03-02', 0, 500, 0],
      ['2026-03-10', 0, 0, 0],
      ['2026-03-19', 0, 0, 0],
      ['2026-03-20', 1500, 0, 0],
    ],
  },
  'A check for a deposit that is due later bounces after 400 of it were given back: nothing is held, and 1,000 are owed on the due day':
    {
      given: [
        today('2026-03-20'),
        charge('deposit', 1000, '2026-04-10', 'security_deposit'),
        receive('check', 1000, '2026-03-01'),
        refundHeld(400, '2026-03-05'),
        bounce('check', '2026-03-09'),
      ],
      paid: { deposit: 0 },
      days: [
        ['2026-03-05', 0, 0, 600],
        ['2026-03-09', 0, 0, 0],
        ['2026-04-09', 0, 0, 0],
        ['2026-04-10', 1000, 0, 0],
      ],
    },
  'With January closed, 100 of January, of which 40 were paid out, are corrected to 10 March: they stay in February, 100 − 40 = 60':
    {
      given: [
        today('2026-03-20'),
        receive('check', 100, '2026-01-10'),
        payOut(40, '2026-01-20'),
        close('2026-01-31'),
        correct('check', 100, '2026-03-10'),
      ],
      days: [
        ['2026-01-31', 0, 60, 0],
        ['2026-02-15', 0, 60, 0],
        ['2026-03-10', 0, 60, 0],
      ],
    },
  'A concession of 130 pays a rent of 100 and leaves 30 of credit; no income was received': {
    given: [today('2026-03-31'), charge('rent', 100, '2026-03-01'), concede(130, '2026-03-05')],
    paid: { rent: 100 },
    days: [['2026-03-05', 0, 30, 0]],
    months: [['2026-03-31', 0, 100]],
  },
  'Of a rent of 1,000, 400 are received and 600 written off: nothing is owed, 400 are income': {
    given: [today('2026-03-31'), charge('rent', 1000, '2026-03-01'), receive('check', 400, '2026-03-02'), loss('rent')],
    paid: { rent: 1000 },
    days: [
      ['2026-03-30', 600, 0, 0],
      ['2026-03-31', 0, 0, 0],
    ],
    months: [['2026-03-31', 400, 1000]],
  },
}

test.each(Object.entries(examples))('%s', async (_, example) => {
  const { given: _given, ...expected } = example
  const { landlordId, ...found } = await workedOut(app, example)
  expect(found).toEqual(expected)
  expect((await findJournalFaults(owner, landlordId)).found).toEqual([])
})
