import { endpoints } from '@keyhold/contracts/api'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { Problem } from '@keyhold/contracts/errors'
import { bytes, byteStream } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { mediaTypes } from '@keyhold/kit/http/call'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'

type Document = ReturnType<typeof createDocument>

/** OpenAPI 3.1 of everything people may call, from the contracts. */
export function openapiDocument(serverUrl: string): Document {
  const paths: ZodOpenApiPathsObject = {}
  for (const { service, name, endpoint } of endpoints) {
    if (endpoint.access === 'service') continue
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(service, name, endpoint) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Keyhold',
      version: '1',
      description: 'Rental property management. Errors are RFC 9457 problems; every POST accepts an Idempotency-Key.',
    },
    servers: [{ url: serverUrl }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'kh_access', description: 'Over HTTPS: __Host-kh_access' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
    paths,
  })
}

function operationOf(service: string, name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const problem = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: Problem } },
  })
  const isPublic = endpoint.access === 'public'
  const query = endpoint.query as z.ZodObject
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  const headers = endpoint.paged
    ? {
        headers: z.object({
          'X-Total-Count': z.string().meta({ description: 'Records in the whole list' }),
          Link: z.string().optional().meta({ description: 'The next page, rel="next"' }),
        }),
      }
    : {}
  return {
    operationId: name,
    tags: [service],
    summary: endpoint.summary,
    ...(isPublic
      ? {}
      : {
          security: [{ session: [] }, { bearer: [] }],
          description: `Roles: ${(endpoint.access as readonly string[]).join(', ')}`,
        }),
    requestParams: {
      ...(Object.keys(endpoint.params).length ? { path: z.object(endpoint.params) } : {}),
      ...(Object.keys(query.shape).length ? { query } : {}),
      ...(endpoint.idempotent ? { header: z.object({ 'Idempotency-Key': z.string().max(200).optional() }) } : {}),
    },
    ...(hasBody
      ? {
          requestBody: {
            content: { [mediaTypes[endpoint.encoding]]: { schema: endpoint.body } },
          },
        }
      : {}),
    responses: {
      [String(endpoint.status)]:
        endpoint.status === 204
          ? { description: 'Done' }
          : {
              description: 'Success',
              content: {
                [endpoint.response === bytes || endpoint.response === byteStream ? mediaTypes.bytes : mediaTypes.json]:
                  { schema: endpoint.response },
              },
              ...headers,
            },
      '400': problem('The input is not valid'),
      ...(isPublic ? {} : { '401': problem('Not signed in'), '403': problem('Signed in, but not allowed') }),
      ...(Object.keys(endpoint.params).length ? { '404': problem('Not found, or not yours') } : {}),
      ...(endpoint.encoding === 'bytes' || endpoint.encoding === 'multipart'
        ? { '413': problem('The file is too large'), '415': problem('A type of file that is not accepted') }
        : {}),
      ...(hasBody ? { '409': problem('Conflicts with the current state') } : {}),
      '429': problem('Too many requests'),
      '503': problem('A service does not answer'),
    },
  }
}
