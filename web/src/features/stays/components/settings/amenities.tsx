import { ShortTermRentalForm } from '@keyhold/contracts/properties/stays/listings'
import { standardAmenities, standardSafetyFeatures } from '@keyhold/contracts/properties/stays/stay-values'
import { TagsField } from '~/components/form/tags-field.tsx'
import { ChecklistField } from './checklist-field.tsx'
import type { SectionProps } from './listing-settings.tsx'
import { SectionForm } from './section-form.tsx'
import { useTermsForm } from './use-terms-form.ts'

const AmenitiesForm = ShortTermRentalForm.pick({ amenities: true, safetyFeatures: true, houseRules: true })
const options = (names: readonly string[]) => names.map((value) => ({ value, label: value }))

/** What the home has, and what its guests agree to. */
export function Amenities({ rental }: SectionProps) {
  const { amenities, safetyFeatures, houseRules } = rental
  const form = useTermsForm(AmenitiesForm, { amenities, safetyFeatures, houseRules })
  const { control } = form
  return (
    <SectionForm rental={rental} form={form}>
      <ChecklistField control={control} name="amenities" label="Amenities" options={options(standardAmenities)} />
      <TagsField
        control={control}
        name="amenities"
        label="All amenities"
        hint="The ones ticked above. Add others here: type, then press Enter or a comma."
      />
      <ChecklistField
        control={control}
        name="safetyFeatures"
        label="Safety features"
        options={options(standardSafetyFeatures)}
      />
      <TagsField
        control={control}
        name="houseRules"
        label="House rules"
        placeholder="No smoking"
        hint="Guests accept them before they pay. Press Enter or a comma after each."
      />
    </SectionForm>
  )
}
