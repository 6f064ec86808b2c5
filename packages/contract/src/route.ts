import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What stands in an answer's body beside `RESP_MSG`, by name. */
export type Beside = Readonly<Record<string, z.ZodMiniType>>;

/** One call of the HTTP API, as both ends see it. */
export interface Route<
  Query extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Params extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Answer extends z.ZodMiniType = z.ZodMiniType,
  More extends Beside | undefined = Beside | undefined,
> {
  readonly method: Method;
  /** Below `/api/`, without slashes at either end; parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly query: Query;
  readonly params: Params;
  readonly body: Body;
  /** The payload of `RESP_MSG`. */
  readonly answer: Answer;
  readonly beside: More;
}

/** What a call gives: the payload of `RESP_MSG`, or the whole body where more stands beside it. */
export type Answered<R extends Route> = R['beside'] extends Beside
  ? { RESP_MSG: z.output<R['answer']> } & { [K in keyof R['beside']]: z.output<R['beside'][K]> }
  : z.output<R['answer']>;

interface Call<
  Q extends z.ZodMiniType | undefined,
  P extends z.ZodMiniType | undefined,
  B extends z.ZodMiniType | undefined,
  A extends z.ZodMiniType,
  M extends Beside | undefined,
> {
  readonly summary: string;
  readonly query?: Q;
  readonly params?: P;
  readonly body?: B;
  readonly answer: A;
  readonly beside?: M;
}

/** Declares a call; what is not named (query, parameters, body) is not accepted. */
export function route<
  A extends z.ZodMiniType,
  Q extends z.ZodMiniType | undefined = undefined,
  P extends z.ZodMiniType | undefined = undefined,
  B extends z.ZodMiniType | undefined = undefined,
  M extends Beside | undefined = undefined,
>(method: Method, path: string, call: Call<Q, P, B, A, M>): Route<Q, P, B, A, M> {
  return {
    method,
    path,
    summary: call.summary,
    query: call.query as Q,
    params: call.params as P,
    body: call.body as B,
    answer: call.answer,
    beside: call.beside as M,
  };
}

/** Names a route in the access policy and in tests: `GET board/getBinSensor`. */
export function routeName(of: Pick<Route, 'method' | 'path'>): string {
  return `${of.method} ${of.path}`;
}
