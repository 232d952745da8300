import { BrandingForm, type BrandingSettings, ColorForm } from '@keyhold/contracts/identity/branding'
import { contrastOf, contrastProblem, isColor } from '@keyhold/contracts/identity/branding-colors'
import { z } from '@keyhold/contracts/zod'
import { useEffect } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useChangeBrandingMutation } from '~/api/branding.ts'
import { TextField } from '~/components/form/fields.tsx'
import { shown } from '~/components/form/form-field.tsx'
import { Form } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { isApiError } from '~/api/client/problem.ts'
import { type Draft, draftOf, isKeyholds } from '../draft.ts'
import { ColorField } from './color-field.tsx'

/** All of it is sent, so nothing is absent. */
const Schema = z.object({ name: BrandingForm.shape.name, colors: ColorForm })

/** The name and the colors. `onDraft`: for the preview, with each change. */
export function LookForm({ settings, onDraft }: { settings: BrandingSettings; onDraft: (draft: Draft) => void }) {
  const form = useZodForm(Schema, { defaultValues: draftOf(settings) })
  const [save, { isLoading }] = useChangeBrandingMutation()
  const { isApplied } = settings
  const { errors } = useFormState({ control: form.control })
  const [name, colors] = useWatch({ control: form.control, name: ['name', 'colors'] })
  const { primary, text } = colors
  useEffect(() => onDraft({ name: shown(name), colors: { primary, text } }), [onDraft, name, primary, text])

  const send = async ({ name: named, colors: chosen }: z.output<typeof Schema>) => {
    try {
      const saved = await save({ name: named ?? null, colors: isKeyholds(chosen) ? null : chosen }).unwrap()
      form.reset(draftOf(saved))
      toast({ variant: 'success', title: 'Saved', description: 'Your tenants see it from now on.' })
    } catch (error) {
      if (isApiError(error) && error.issues?.length) throw error
      toastError('Update Failed', error)
    }
  }

  return (
    <SectionCard title="Name and Colors">
      <Form form={form} onSubmit={send}>
        <fieldset disabled={!isApplied} className="grid gap-4">
          <TextField
            control={form.control}
            name="name"
            label="Name"
            optional
            maxLength={60}
            placeholder="Oak Street Homes"
            hint="Mails to your tenants come from this name, and texts begin with it."
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <ColorField control={form.control} name="colors.primary" label="Main color" hint="Buttons and links" />
            <ColorField control={form.control} name="colors.text" label="Text on it" hint="The words on buttons" />
          </div>
          {/* The field says it itself once it was left. */}
          {!errors.colors && <Contrast {...colors} />}
          <Button type="submit" loading={isLoading} className="justify-self-start">
            Save
          </Button>
        </fieldset>
      </Form>
    </SectionCard>
  )
}

/** Says while one chooses whether the colors can be read together. */
function Contrast({ primary, text }: Draft['colors']) {
  if (!isColor(primary) || !isColor(text)) return null
  const problem = contrastProblem({ primary, text })
  return (
    <output className={problem ? 'text-sm text-danger' : 'text-sm text-muted'}>
      {problem ?? `Easy to read: the contrast is ${(Math.floor(contrastOf(primary, text) * 10) / 10).toFixed(1)} to 1.`}
    </output>
  )
}
