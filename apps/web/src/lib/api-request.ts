import type { Route } from '@granary/contract/route';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { i18n } from './i18n.ts';

type Part<Name extends string, Schema> = Schema extends z.ZodMiniType
  ? { readonly [N in Name]: z.output<Schema> }
  : { readonly [N in Name]?: never };

/** What a call of this route takes: only the parts that it declares. */
export type RequestOf<R extends Route> = Part<'query', R['query']> &
  Part<'params', R['params']> &
  Part<'body', R['body']>;

/** The address of a call, its parameters and query encoded by the contract. */
export function apiUrl<R extends Route>(to: R, request: RequestOf<R>): string {
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

/** Encodes a flat object, such as a query, whose fields become text, numbers and the like. */
export function encodeFields(schema: z.ZodMiniType, value: unknown): Record<string, Scalar> {
  return encode(schema, value) as Record<string, Scalar>;
}

/** Encodes what is sent. Throws the ApiError of the server for what the contract does not allow. */
export function encode(schema: z.ZodMiniType, value: unknown): unknown {
  const result = z.safeEncode(schema, value);
  if (result.success) return result.data;
  const paths = [...new Set(result.error.issues.map(({ path }) => path.join('.')))];
  throw new ApiError({
    status: 422,
    code: 'INVALID_INPUT',
    message: i18n.t('errors.check', { fields: paths.join(', ') }),
    fields: paths.map((path) => ({ path, message: i18n.t('errors.field') })),
  });
}
