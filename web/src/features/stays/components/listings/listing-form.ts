import { ShortTermRentalForm, type ShortTermRental } from '@keyhold/contracts/properties/stays/listings'

/** The fields of the dialog: those of the specification. The others are set on the listing's own page. */
export const ListingForm = ShortTermRentalForm.pick({
  propertyId: true,
  unitId: true,
  listingName: true,
  listingDescription: true,
  maxGuests: true,
  basePrice: true,
  cleaningFee: true,
  minStayNights: true,
  maxStayNights: true,
  checkInTime: true,
  checkOutTime: true,
  amenities: true,
  houseRules: true,
})

/** What the dialog begins with; lists are edited as text with commas. */
export const startingListing = (rental: ShortTermRental | undefined, propertyId: string | undefined) => ({
  propertyId: rental?.propertyId ?? propertyId ?? '',
  unitId: rental?.unitId ?? '',
  listingName: rental?.listingName ?? '',
  listingDescription: rental?.listingDescription ?? '',
  maxGuests: rental?.maxGuests ?? '',
  basePrice: rental?.basePrice ?? '',
  cleaningFee: rental?.cleaningFee ?? 0,
  minStayNights: rental?.minStayNights ?? 1,
  maxStayNights: rental?.maxStayNights ?? 365,
  checkInTime: rental?.checkInTime ?? '15:00',
  checkOutTime: rental?.checkOutTime ?? '11:00',
  amenities: rental?.amenities.join(', ') ?? '',
  houseRules: rental?.houseRules.join(', ') ?? '',
})
