import type { Route } from '@granary/contract/route';
import * as z from 'zod/mini';

type Part<Name extends string, Schema> = Schema extends z.ZodMiniType
  ? { readonly [N in Name]: z.output<Schema> }
  : { readonly [N in Name]?: never };

/** The request of a route: only the parts that the route declares. */
export type RouteRequest<R extends Route> = Part<'query', R['query']> &
  Part<'params', R['params']> &
  Part<'body', R['body']>;

/** The arguments of `call` and `apiUrl`. */
export const prepareCall = <R extends Route>(to: R, request: RouteRequest<R>) =>
  [to, request] as const;

/** Builds the URL of a call, with parameters and query encoded by the contract. */
export function apiUrl<R extends Route>(to: R, request: RouteRequest<R>): string {
  const { query, params } = request as { query?: unknown; params?: unknown };
  const fields = to.params === undefined ? {} : encodeFields(to.params, params);
  const path = to.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(fields[name])),
  );
  if (to.query === undefined) return `/api/${path}`;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(encodeFields(to.query, query))) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return `/api/${path}?${search}`;
}

export type Scalar = string | number | boolean | null | undefined;

/** Encodes a flat object, such as a query. */
export function encodeFields(schema: z.ZodMiniType, value: unknown): Record<string, Scalar> {
  return encode(schema, value) as Record<string, Scalar>;
}

/** Values of a request that the contract does not allow. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';

  constructor(readonly paths: readonly string[]) {
    super(`The contract does not allow ${paths.join(', ')}`);
  }
}

/** Encodes a request. Throws an InvalidRequestError. */
export function encode(schema: z.ZodMiniType, value: unknown): unknown {
  const result = z.safeEncode(schema, value);
  if (result.success) return result.data;
  throw new InvalidRequestError([
    ...new Set(result.error.issues.map(({ path }) => path.join('.'))),
  ]);
}
