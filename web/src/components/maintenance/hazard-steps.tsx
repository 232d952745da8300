import { hazards, hazardsIn } from '@keyhold/contracts/maintenance/hazards'
import { Callout } from '~/components/ui/states.tsx'

/** What to do at once, where a text names gas, carbon monoxide, fire, flooding or sparks. Shown while it is typed. */
export function HazardSteps({ text }: { text: string }) {
  return hazardsIn(text).map(({ kind }) => (
    <div key={kind} role="alert">
      <Callout tone="danger" title={`${hazards[kind].title}: do this first`}>
        <ol className="mt-1 list-decimal pl-5">
          {hazards[kind].steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Callout>
    </div>
  ))
}
