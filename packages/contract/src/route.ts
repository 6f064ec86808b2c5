import type * as z from 'zod/mini';

export const JSON_TYPE = 'application/json';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call of the HTTP API, as both ends see it. */
export interface Route<
  Query extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Params extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: Method;
  /** Below `/api/`, without slashes at either end; parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly query: Query;
  readonly params: Params;
  readonly body: Body;
  /** The payload of `RESP_MSG`. */
  readonly response: Answer;
  /** The answer is the whole body, `RESP_MSG` among it. */
  readonly isFullBody: boolean;
  /** What is answered where all is well; anything but JSON is sent as it is. */
  readonly mediaType: string;
  /** Fields of the body that hold a file's content: what reads it says what is wrong with it. */
  readonly files: readonly string[];
}

interface Call<
  Q extends z.ZodMiniType | undefined,
  P extends z.ZodMiniType | undefined,
  B extends z.ZodMiniType | undefined,
  A extends z.ZodMiniType,
> {
  readonly summary: string;
  readonly query?: Q;
  readonly params?: P;
  readonly body?: B;
  readonly response: A;
  readonly isFullBody?: boolean;
  readonly mediaType?: string;
  readonly files?: readonly string[];
}

/** Declares a call; what is not named (query, parameters, body) is not accepted. */
export function route<
  A extends z.ZodMiniType,
  Q extends z.ZodMiniType | undefined = undefined,
  P extends z.ZodMiniType | undefined = undefined,
  B extends z.ZodMiniType | undefined = undefined,
>(method: Method, path: string, call: Call<Q, P, B, A>): Route<Q, P, B, A> {
  return {
    method,
    path,
    summary: call.summary,
    query: call.query as Q,
    params: call.params as P,
    body: call.body as B,
    response: call.response,
    isFullBody: call.isFullBody ?? false,
    mediaType: call.mediaType ?? JSON_TYPE,
    files: call.files ?? [],
  };
}

/** Names a route in the access policy and in tests: `GET board/getBinSensor`. */
export function routeName(of: Pick<Route, 'method' | 'path'>): string {
  return `${of.method} ${of.path}`;
}
