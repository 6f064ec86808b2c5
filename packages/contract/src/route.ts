import type * as z from 'zod/mini';

export const JSON_TYPE = 'application/json';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One endpoint of the HTTP API, shared by the server and the client. */
export interface Route<
  Query extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Params extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: Method;
  /** Relative to `/api/`, without leading or trailing slashes; parameters are written as `:name`. */
  readonly path: string;
  readonly summary: string;
  /** More details for callers; empty if the summary is enough. */
  readonly description: string;
  readonly query: Query;
  readonly params: Params;
  readonly body: Body;
  /** The content of `RESP_MSG`, or the full body if `isFullBody`. */
  readonly response: Response;
  /** Whether the response is the full body, including `RESP_MSG`. */
  readonly isFullBody: boolean;
  /** The media type of a successful response; anything except JSON is sent unchanged. */
  readonly mediaType: string;
  /** Body fields that contain a file; the route's handler validates them. */
  readonly fileFields: readonly string[];
}

interface RouteOptions<
  Q extends z.ZodMiniType | undefined,
  P extends z.ZodMiniType | undefined,
  B extends z.ZodMiniType | undefined,
  R extends z.ZodMiniType,
> {
  readonly summary: string;
  readonly description?: string;
  readonly query?: Q;
  readonly params?: P;
  readonly body?: B;
  readonly response: R;
  readonly isFullBody?: boolean;
  readonly mediaType?: string;
  readonly fileFields?: readonly string[];
}

/** Declares a route; a request with body fields is rejected if the route declares no body. */
export function route<
  R extends z.ZodMiniType,
  Q extends z.ZodMiniType | undefined = undefined,
  P extends z.ZodMiniType | undefined = undefined,
  B extends z.ZodMiniType | undefined = undefined,
>(method: Method, path: string, options: RouteOptions<Q, P, B, R>): Route<Q, P, B, R> {
  return {
    method,
    path,
    summary: options.summary,
    description: options.description ?? '',
    query: options.query as Q,
    params: options.params as P,
    body: options.body as B,
    response: options.response,
    isFullBody: options.isFullBody ?? false,
    mediaType: options.mediaType ?? JSON_TYPE,
    fileFields: options.fileFields ?? [],
  };
}

/** Formats a route's name as used in the access policy and in tests, for example `GET board/getBinSensor`. */
export function formatRouteName(endpoint: Pick<Route, 'method' | 'path'>): string {
  return `${endpoint.method} ${endpoint.path}`;
}
