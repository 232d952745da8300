import { crc32, deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { answer, button, dialog, see, seeToast } from './page.ts'
import { patience } from './world.ts'

/** A file as a person chooses it. */
export interface Chosen {
  name: string
  mimeType: string
  buffer: Buffer
}

type Color = [red: number, green: number, blue: number]

/** A PNG photo of one color. */
export const png = (name: string, color: Color): Chosen => ({
  name,
  mimeType: 'image/png',
  buffer: pngOf(24, 16, color),
})

/** A JPEG photo, teal. */
export const jpeg = (name: string): Chosen => ({ name, mimeType: 'image/jpeg', buffer: Buffer.from(teal, 'base64') })

/** Chooses files on the page of a property, which has photos or none yet. */
export async function choosePhotos(page: Page, ...files: Chosen[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^(Choose photos|Add)$/ }).click()
  await (await chooser).setFiles(files)
}

/** Three photos in a new order, and one of them deleted; answers the address of the cover, which came last. */
export async function arrangePhotos(page: Page): Promise<string> {
  await button(page, 'Manage photos').click()
  const photos = dialog(page, 'Photos').getByRole('list', { name: 'Photos in their order' })
  const order = () => photos.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('src')!))
  await expect.poll(async () => (await order()).length, { timeout: patience }).toBe(3)
  const [front = '', kitchen = '', garden = ''] = await order()
  await button(photos, 'Make photo 3 the cover').click()
  await expect.poll(order, { timeout: patience }).toEqual([garden, front, kitchen])
  await see(photos.getByRole('listitem').first(), 'Cover')
  await button(photos, 'Move photo 2 later').click()
  await expect.poll(order, { timeout: patience }).toEqual([garden, kitchen, front])
  await button(photos, 'Delete photo 3').click()
  await see(page, 'Are you sure you want to delete this photo?')
  await answer(page, 'Delete')
  await seeToast(page, 'Photo deleted successfully')
  await expect.poll(order, { timeout: patience }).toEqual([garden, kitchen])
  await button(dialog(page, 'Photos'), 'Done').click()
  return garden
}

/** Looks at both photos of a property in large. */
export async function leafThrough(page: Page, name: string): Promise<void> {
  await button(page, 'Photo 1 of 2').click()
  const large = page.getByRole('dialog', { name: new RegExp(`^${name}`) })
  const seeLarge = async (words: string) => {
    await large.getByRole('img', { name: `${words} of ${name}` }).waitFor()
    const width = () => page.evaluate<number>("document.querySelector('[role=dialog] img').naturalWidth")
    await expect.poll(width, { timeout: patience }).toBeGreaterThan(0)
  }
  await seeLarge('Photo 1 of 2')
  await page.keyboard.press('ArrowRight')
  await seeLarge('Photo 2 of 2')
  await page.keyboard.press('Escape')
}

function pngOf(width: number, height: number, color: Color): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits each of red, green and blue.
  header.set([8, 2], 8)
  const line = Buffer.from([0, ...Array.from({ length: width }, () => color).flat()])
  const lines = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const teal =
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8' +
  'fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAQABgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAA' +
  'AAAAAAAAAAAAAAQF/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AgAUMcAB//9k='
