import type { ModelSettings } from '@keyhold/contracts/ai/model-settings'
import { z } from '@keyhold/contracts/zod'
import { money as moneyAmount } from '@keyhold/contracts/scalars'
import { Link } from 'react-router-dom'
import { useGetModelSettingsQuery, useUpdateModelSettingsMutation } from '~/api/model-settings.ts'
import { SwitchField } from '~/components/form/choice-fields.tsx'
import { MoneyField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { Callout, ErrorState } from '~/components/ui/states.tsx'
import { money, month, number } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { costText } from '../words.ts'

const SettingsForm = z.object({
  tenant_assistant: z.boolean(),
  landlord_assistant: z.boolean(),
  external_model: z.boolean(),
  monthlyCeiling: moneyAmount(0, 'Enter an amount of 0 or more'),
})

/** What the assistant may do, its ceiling, and what it cost this month. */
export function SettingsCard() {
  const { data, error, refetch } = useGetModelSettingsQuery()
  return (
    <SectionCard title="Settings" padded={Boolean(data)}>
      {data ? (
        <Fields settings={data} />
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={3} />
      )}
    </SectionCard>
  )
}

function Fields({ settings }: { settings: ModelSettings }) {
  const { features, monthlyCeiling, highestCeiling, model, planIncludesChat } = settings
  const [save, { isLoading }] = useUpdateModelSettingsMutation()
  const form = useZodForm(SettingsForm, { values: { ...features, monthlyCeiling } })
  const { control } = form
  const send = async ({ monthlyCeiling: ceiling, ...chosen }: z.output<typeof SettingsForm>) => {
    try {
      await save({ features: chosen, ...(model ? { monthlyCeiling: ceiling } : {}) }).unwrap()
      toast({ variant: 'success', title: 'Assistant settings saved' })
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to save the assistant settings', error)
    }
  }
  return (
    <Form form={form} onSubmit={send} className="pt-2">
      <SwitchField
        control={control}
        name="tenant_assistant"
        label="Answer tenants"
        hint="From their own records only. Decisions, disputes, health and safety always come to you; emergencies are answered even when this is off."
      />
      <SwitchField
        control={control}
        name="landlord_assistant"
        label="Answer you in AI Chat"
        hint="From your own records."
      />
      {planIncludesChat === false && (
        <Callout tone="warning" title="Your plan does not include AI Chat">
          Answers in your own chat need the Professional or Enterprise plan.{' '}
          <Link to={paths.pricing}>See the plans</Link>
        </Callout>
      )}
      {model ? (
        <>
          <SwitchField
            control={control}
            name="external_model"
            label={`Use the external model ${model}`}
            hint="Names, email addresses and phone numbers are replaced before a question is sent. The built-in engine answers when it fails or the ceiling is reached."
          />
          <MoneyField
            control={control}
            name="monthlyCeiling"
            label="Monthly ceiling for the external model"
            hint={`At most ${money(highestCeiling)}`}
          />
        </>
      ) : (
        <p className="text-sm text-muted">
          No external model is set up here. The built-in engine answers everything, costs nothing and sends nothing out.
        </p>
      )}
      <Spent settings={settings} />
      <div>
        <Button type="submit" loading={isLoading} className="phone:w-full">
          Save settings
        </Button>
      </div>
    </Form>
  )
}

function Spent({
  settings: { model, month: billed, spent, calls, inputTokens, outputTokens },
}: {
  settings: ModelSettings
}) {
  if (!model) return null
  return (
    <Details
      items={[
        { label: `Spent in ${month(`${billed}-01`)}`, value: costText(spent) },
        { label: 'Questions to the model', value: number(calls) },
        { label: 'Tokens', value: `${number(inputTokens)} in, ${number(outputTokens)} out` },
      ]}
    />
  )
}
