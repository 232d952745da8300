import sharp from 'sharp'
import * as buildings from './buildings.ts'
import * as damages from './damages.ts'
import { height, width } from './shapes.ts'

const pictures = { ...buildings, ...damages }

export type PictureName = keyof typeof pictures

const svgOf = (name: PictureName) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${pictures[name]()}</svg>`)

/** The picture as a JPEG. The same each time. */
export const drawPicture = (name: PictureName): Promise<Buffer> => sharp(svgOf(name)).jpeg({ quality: 82 }).toBuffer()
