import type { Route } from '@granary/contract/route';
import * as z from 'zod/mini';

type RequestPart<Name extends string, Schema> = Schema extends z.ZodMiniType
  ? { readonly [N in Name]: z.output<Schema> }
  : { readonly [N in Name]?: never };

/** The request for a route: only the parts that the route declares. */
export type RouteRequest<R extends Route> = RequestPart<'query', R['query']> &
  RequestPart<'params', R['params']> &
  RequestPart<'body', R['body']>;

/** Bundles the arguments for `call` and `buildApiUrl`, with the request typed by its route. */
export const prepareCall = <R extends Route>(route: R, request: RouteRequest<R>) =>
  [route, request] as const;

/** Builds the URL of a call, with parameters and query encoded by the contract. */
export function buildApiUrl<R extends Route>(route: R, request: RouteRequest<R>): string {
  const { query, params } = request as { query?: unknown; params?: unknown };
  const fields = route.params === undefined ? {} : encodeFields(route.params, params);
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(fields[name])),
  );
  if (route.query === undefined) return `/api/${path}`;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(encodeFields(route.query, query))) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return `/api/${path}?${search}`;
}

export type Scalar = string | number | boolean | null | undefined;

/** Encodes a flat object, such as a query. */
export function encodeFields(schema: z.ZodMiniType, value: unknown): Record<string, Scalar> {
  return encode(schema, value) as Record<string, Scalar>;
}

/** Thrown if a request has values that the contract does not allow. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';

  constructor(readonly paths: readonly string[]) {
    super(`The contract does not allow ${paths.join(', ')}`);
  }
}

/** Encodes a request. Throws an InvalidRequestError if the contract does not allow it. */
export function encode(schema: z.ZodMiniType, value: unknown): unknown {
  const result = z.safeEncode(schema, value);
  if (result.success) return result.data;
  throw new InvalidRequestError([
    ...new Set(result.error.issues.map(({ path }) => path.join('.'))),
  ]);
}
