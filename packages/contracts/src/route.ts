import type { Access } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Where an endpoint is found and who may call it. Apart from the schemas, so that a page imports it without zod. */
export interface Route<M extends Method = Method, P extends string = string, A extends Access = Access> {
  method: M
  path: P
  access: A
}

export const route = <const M extends Method, const P extends string, const A extends Access>(
  method: M,
  path: P,
  access: A,
): Route<M, P, A> => ({ method, path, access })
