import { expect, test } from 'vitest'
import { saidBy, unsaidIn } from './journey-sentences.ts'

const page = `
  toast({ title: 'Payment reversed', description: \`\${amount} no longer counts. The charges it paid are open again.\` })
  title: \`\${what} deleted successfully\`,
  <Button aria-label={\`Restore \${name}\`}>Restore</Button>
  <p>Showing {what} of <strong>{name}</strong>. This link is
    incomplete.</p>`
const typing = `await fill(form, { Reason: 'He was in hospital', Name: 'Lease of Alder Loft.pdf' })`
const faults = (line: string) => unsaidIn(line, saidBy([page], [typing])).map(({ sentence }) => sentence)

test('a sentence that the page says as it is, or with its figures and names filled in, is right', () => {
  for (const line of [
    "await seeToast(page, 'Payment reversed', '$1,250.00 no longer counts. The charges it paid are open again.')",
    "await seeToast(page, 'Tenant deleted successfully')",
    "await see(page, 'This link is incomplete.')",
    'await see(page, `Showing payments of ${name}`)',
    "await button(page, 'Restore Lease of Alder Loft.pdf').click()",
    "await see(page, 'He was in hospital')",
    "expect(await page.locator('main header, main nav').count(), 'not one of them').toBe(0)",
    "await see(page, 'Two words')",
  ])
    expect(faults(line), line).toEqual([])
})

test('a sentence that the page no longer says is found', () => {
  expect(faults("await see(page, 'The charges it paid are due again.')")).toEqual([
    'The charges it paid are due again.',
  ])
  expect(faults("await seeToast(page, 'Payment was taken back', 'Nothing else changes here')")).toEqual([
    'Payment was taken back',
    'Nothing else changes here',
  ])
})
