import { row, type Section } from '../lib/spec-coverage.ts'

const tests = 'services/properties/src/routes/turnover/'
const domain = 'services/properties/src/domain/turnover/'
const tab = 'web/src/features/stays/components/turnover/'

/** Tasks of short-term rentals. */
export const turnoverSections: Section[] = [
  {
    title: '2 Short-term tasks',
    rows: [
      row(
        'Short-term task: taskType, title, assignedTo, dueDate, priority (medium), status (pending), durations, cost, completedAt',
        'packages/contracts/src/properties/stays/tasks.ts + services/properties/src/routes/turnover/tasks.ts',
        `${tests}tasks.test.ts › is entered by hand with the defaults of the spec, once for the same key + ${tests}tasks.test.ts › is finished once, and a wrong status is refused`,
      ),
      row(
        'Rules make tasks of bookings; they move and are withdrawn with them, and keep what was changed by hand',
        `${domain}follow-booking.ts + ${tab}rule-form.tsx`,
        `${tests}tasks.test.ts › move with the booking, and longer stays move them too + ${tests}tasks.test.ts › keep what somebody changed by hand, and follow in everything else`,
      ),
      row(
        'Revenue record: cleaningCosts hold what the finished tasks cost',
        'services/properties/src/domain/stays/analytics/read-analytics.ts',
        `${tests}tasks.test.ts › counts with its cost in the home’s figures, and one without a cost with what the listing says`,
      ),
      row(
        'Cleaners without an account: a secret link with their tasks, and a calendar',
        `services/properties/src/routes/turnover/cleaners.ts + web/src/features/cleaner-tasks/pages/cleaner-page.tsx`,
        `${tests}cleaners.test.ts › a link works until it is revoked or replaced, and for the cleaner’s own tasks only`,
      ),
    ],
  },
]
