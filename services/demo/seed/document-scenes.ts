import { uploadDocument } from '@keyhold/contracts/properties/documents'
import { leasePdf } from '../lease-pdf.ts'
import { drawPicture } from '../pictures/pictures.ts'
import { documentsOf } from '../story/documents.ts'
import { propertyOf } from '../story/terms.ts'
import { tenancies, type TenancyKey } from '../story/tenancies.ts'
import { hours, known, type Scene, sceneOn, type Story } from './scenes.ts'

export const documentScenes = (story: Story): Scene[] => [
  ...documentsOf(story.calendar).map(({ name, category, on, lines, property, tenancy, repair }) =>
    sceneOn(on, hours.decisions, () =>
      upload(story, {
        file: { name, bytes: leasePdf(lines) },
        category,
        ...(property ? { propertyId: story.properties[property] } : {}),
        ...(tenancy ? linksOf(story, tenancy) : {}),
        ...(repair ? { requestId: known(story.repairs, repair) } : {}),
      }),
    ),
  ),
  sceneOn(story.calendar.day(-1, 2), hours.decisions, async () =>
    upload(story, {
      file: { name: 'Juniper Court 104 bedroom carpet.jpg', bytes: await drawPicture('carpetBurn') },
      category: 'inspection',
      ...linksOf(story, 'dana'),
    }),
  ),
]

const linksOf = ({ properties, tenants }: Story, key: TenancyKey) => ({
  propertyId: properties[propertyOf(tenancies[key])],
  tenantId: known(tenants, tenancies[key].tenants[0]),
})

const upload = (
  { call, maya }: Story,
  body: NonNullable<NonNullable<Parameters<typeof call<typeof uploadDocument>>[2]>['body']>,
) => call(uploadDocument, maya, { body })
