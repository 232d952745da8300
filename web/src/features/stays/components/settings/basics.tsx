import { ShortTermRentalForm } from '@keyhold/contracts/properties/stays/listings'
import { useDirectBookingStateQuery } from '~/api/listings.ts'
import { SwitchField } from '~/components/form/choice-fields.tsx'
import { MoneyField, NumberField, TextareaField, TextField } from '~/components/form/fields.tsx'
import { FormGroup } from '~/components/form/form-group.tsx'
import type { SectionProps } from './listing-settings.tsx'
import { SectionForm } from './section-form.tsx'
import { useTermsForm } from './use-terms-form.ts'

const BasicsForm = ShortTermRentalForm.pick({
  listingName: true,
  listingDescription: true,
  maxGuests: true,
  basePrice: true,
  cleaningFee: true,
  extraGuestFee: true,
  guestsIncluded: true,
  isActive: true,
  directBookingEnabled: true,
  instantBookEnabled: true,
  slug: true,
  airbnbListingId: true,
  vrboListingId: true,
  bookingComListingId: true,
})

/** Name, base price, guests, and where it can be booked. */
export function Basics({ rental }: SectionProps) {
  const direct = useDirectBookingStateQuery().data
  const form = useTermsForm(BasicsForm, {
    listingName: rental.listingName,
    listingDescription: rental.listingDescription ?? '',
    maxGuests: rental.maxGuests,
    basePrice: rental.basePrice,
    cleaningFee: rental.cleaningFee,
    extraGuestFee: rental.extraGuestFee,
    guestsIncluded: rental.guestsIncluded,
    isActive: rental.isActive,
    directBookingEnabled: rental.directBookingEnabled,
    instantBookEnabled: rental.instantBookEnabled,
    slug: rental.slug,
    airbnbListingId: rental.airbnbListingId ?? '',
    vrboListingId: rental.vrboListingId ?? '',
    bookingComListingId: rental.bookingComListingId ?? '',
  })
  const { control } = form
  return (
    <SectionForm rental={rental} form={form}>
      <TextField control={control} name="listingName" label="Listing name" required />
      <TextareaField control={control} name="listingDescription" label="Description" rows={5} optional />
      <FormGroup title="Base price" hint="Before the price rules. Each night’s price is in the calendar.">
        <MoneyField control={control} name="basePrice" label="Base price per night" required />
        <MoneyField control={control} name="cleaningFee" label="Cleaning fee" />
        <NumberField control={control} name="maxGuests" label="Max guests" inputMode="numeric" required />
        <NumberField
          control={control}
          name="guestsIncluded"
          label="Guests in the base price"
          hint="Each one above pays the extra fee."
          inputMode="numeric"
        />
        <MoneyField control={control} name="extraGuestFee" label="Extra guest fee per night" />
      </FormGroup>
      <FormGroup title="Booking">
        <SwitchField
          control={control}
          name="isActive"
          label="Active"
          hint="Inactive listings take no new bookings."
          className="sm:col-span-2"
        />
        <SwitchField
          control={control}
          name="directBookingEnabled"
          label="Direct booking"
          hint={
            direct && !direct.isAvailable
              ? (direct.reason ?? 'Cards can’t be taken here yet.')
              : `Guests book and pay on the public page.${direct?.isTest ? ' Test mode: cards are simulated and no money moves.' : ''}`
          }
          disabled={direct ? !direct.isAvailable && !rental.directBookingEnabled : false}
          className="sm:col-span-2"
        />
        <SwitchField
          control={control}
          name="instantBookEnabled"
          label="Instant booking"
          hint="Off: a paid request waits up to 24 hours for your answer."
          className="sm:col-span-2"
        />
        <TextField
          control={control}
          name="slug"
          label="Public address"
          hint="The words after /stay/. A code is added that stays the same."
          className="sm:col-span-2"
        />
      </FormGroup>
      <FormGroup title="On other platforms" hint="For your own reference.">
        <TextField control={control} name="airbnbListingId" label="Airbnb listing id" optional />
        <TextField control={control} name="vrboListingId" label="Vrbo listing id" optional />
        <TextField control={control} name="bookingComListingId" label="Booking.com listing id" optional />
      </FormGroup>
    </SectionForm>
  )
}
