import { BROWSER_HEADER } from '@granary/contract/accounts/security';
import { errorBody } from '@granary/contract/errors';
import type { Route } from '@granary/contract/route';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import {
  buildApiUrl,
  encode,
  encodeFields,
  InvalidRequestError,
  type RouteRequest,
  type Scalar,
} from './api-request.ts';
import { i18n } from './i18n.ts';
import { takePreloadedResponse } from './preloaded-responses.ts';
import { endSession, getBrowserId, getCurrentSession } from './session.ts';

/** Paths of the calls that send the browser ID. */
const BROWSER_ID_PATHS: ReadonlySet<string> = new Set([
  'user/login',
  'user/sendResetCode',
  'user/resetPassword',
]);

export type { RouteRequest };

export type RouteResponse<R extends Route> = z.output<R['response']>;

/**
 * Calls the HTTP API, with the request encoded and the response decoded by the contract. Throws an ApiError;
 * if the server rejects the token, the session ends first.
 */
export async function call<R extends Route>(
  route: R,
  request: RouteRequest<R>,
  signal?: AbortSignal,
  file?: File,
): Promise<RouteResponse<R>> {
  if (route.method === 'GET' || signal !== undefined || file !== undefined) {
    return decode(route, await fetchRawResponse(route, request, signal, file));
  }
  return decode(route, await sendChangeOnce(route, request));
}

/** Changes still waiting for a response, by request. */
const pendingChanges = new Map<string, Promise<RawResponse>>();

/** Sends a change only once: a second click before the response arrives shares the response to the first. */
function sendChangeOnce<R extends Route>(route: R, request: RouteRequest<R>): Promise<RawResponse> {
  const key = JSON.stringify([
    route.method,
    route.path,
    request,
    getCurrentSession()?.token ?? null,
  ]);
  const pending =
    pendingChanges.get(key) ??
    fetchRawResponse(route, request).finally(() => pendingChanges.delete(key));
  pendingChanges.set(key, pending);
  return pending;
}

/** Like `call`, for repeated calls: a response with the same text returns the same object. */
export function makeRepeatable<R extends Route>(
  route: R,
  request: RouteRequest<R>,
  signal?: AbortSignal,
): () => Promise<RouteResponse<R>> {
  let lastResponse: { readonly text: string; readonly decoded: RouteResponse<R> } | null = null;
  return async () => {
    const raw = await fetchRawResponse(route, request, signal);
    if (raw.text !== lastResponse?.text)
      lastResponse = { text: raw.text, decoded: decode(route, raw) };
    return lastResponse.decoded;
  };
}

/** A response before it is decoded. */
interface RawResponse {
  readonly response: Response;
  readonly text: string;
}

async function fetchRawResponse<R extends Route>(
  route: R,
  request: RouteRequest<R>,
  signal?: AbortSignal,
  file?: File,
): Promise<RawResponse> {
  const initialSession = getCurrentSession();
  const response = await sendInSession(route, request, signal, file);
  const text = await response.text();
  if (initialSession !== null && initialSession.token !== getCurrentSession()?.token)
    throw createSessionEndedError(response);
  return { response, text };
}

function decode<R extends Route>(route: R, { response, text }: RawResponse): RouteResponse<R> {
  const schema = route.isFullBody ? route.response : z.object({ RESP_MSG: route.response });
  const decoded = z.safeDecode(schema, parseBody(text));
  if (!decoded.success) {
    console.error(
      `${route.method} ${route.path}: the response does not match the contract`,
      decoded.error.issues,
    );
    throw new ApiError({
      status: response.status,
      code: 'UNREADABLE',
      message: 'The response cannot be read',
      requestId: response.headers.get('x-request-id'),
    });
  }
  const payload: unknown = route.isFullBody
    ? decoded.data
    : (decoded.data as { RESP_MSG: unknown }).RESP_MSG;
  return payload as RouteResponse<R>;
}

/** Like `call`, but sends a form with a file and the body's fields. */
export function callWithFile<R extends Route>(
  route: R,
  request: RouteRequest<R>,
  file: File,
): Promise<RouteResponse<R>> {
  return call(route, request, undefined, file);
}

/** Like `call`, but returns the response as a stream, for long responses. */
export function callForStream<R extends Route>(
  route: R,
  request: RouteRequest<R>,
  signal?: AbortSignal,
): Promise<Response> {
  return sendInSession(route, request, signal);
}

/** Calls the API with the token of a session that this browser has replaced. Ignores the response. */
export async function callForReplacedSession<R extends Route>(
  route: R,
  request: RouteRequest<R>,
  token: string,
): Promise<void> {
  await send(route, request, token, undefined, undefined);
}

async function sendInSession<R extends Route>(
  route: R,
  request: RouteRequest<R>,
  signal: AbortSignal | undefined,
  file?: File,
): Promise<Response> {
  const token = getCurrentSession()?.token ?? null;
  const response = await send(route, request, token, signal, file).catch(throwAsApiError);
  if (response.ok) return response;
  const error = toApiError(response, parseBody(await response.text()));
  // A wrong password does not end the current session.
  const isTokenRejected = error.status === 401 && error.code !== 'BAD_CREDENTIALS';
  if (isTokenRejected && token !== null && token === getCurrentSession()?.token)
    endSession('expired');
  throw error;
}

/** Throws the same error as the server for values that the contract does not allow. */
function throwAsApiError(error: unknown): never {
  if (!(error instanceof InvalidRequestError)) throw error;
  const { paths } = error;
  throw new ApiError({
    status: 422,
    code: 'INVALID_INPUT',
    message: i18n.t('errors.check', { fields: paths.join(', ') }),
    fields: paths.map((path) => ({ path, message: i18n.t('errors.field') })),
  });
}

async function send<R extends Route>(
  route: R,
  request: RouteRequest<R>,
  token: string | null,
  signal: AbortSignal | undefined,
  file: File | undefined,
): Promise<Response> {
  const headers: Record<string, string> = { 'Accept-Language': document.documentElement.lang };
  if (BROWSER_ID_PATHS.has(route.path)) headers[BROWSER_HEADER] = getBrowserId();
  if (token !== null) headers['Authorization'] = `Bearer ${token}`;
  const init: RequestInit = { method: route.method, headers };
  if (signal !== undefined) init.signal = signal;
  const { body } = request as { body?: unknown };
  if (route.body !== undefined && file !== undefined) {
    init.body = toForm(encodeFields(route.body, body), file);
  } else if (route.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(encode(route.body, body));
  }
  const url = buildApiUrl(route, request);
  try {
    const preloaded =
      route.method === 'GET' ? takePreloadedResponse(url, headers, performance.now()) : undefined;
    return await (preloaded ?? fetch(url, init));
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError({ status: 0, code: 'NETWORK', message: 'No response' });
  }
}

/** Builds a form with the fields first, so that the server has them before the file. */
function toForm(fields: Record<string, Scalar>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', file);
  return form;
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/**
 * Creates the error that replaces a response that must not be shown, because the session of its call has
 * ended.
 */
function createSessionEndedError({ status }: Response): ApiError {
  const message = 'The session has ended';
  return new ApiError({ status, code: 'UNAUTHENTICATED', message });
}

/** Extracts the message from a response that is not from our server, for example from a proxy. */
function extractMessage(body: unknown): string {
  const parsed = z.safeParse(z.object({ RESP_MSG: z.string() }), body);
  return parsed.success ? parsed.data.RESP_MSG : '';
}

function toApiError(response: Response, body: unknown): ApiError {
  const parsedError = z.safeParse(errorBody, body);
  const requestId = response.headers.get('x-request-id');
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterS = Number.isFinite(seconds) ? seconds : null;
  if (!parsedError.success) {
    const message = typeof body === 'string' ? body : extractMessage(body);
    const code = response.status >= 500 ? 'INTERNAL_ERROR' : 'BAD_REQUEST';
    return new ApiError({ status: response.status, code, message, requestId, retryAfterS });
  }
  return new ApiError({
    status: response.status,
    code: parsedError.data.RESP_CODE,
    message: parsedError.data.RESP_MSG,
    fields: parsedError.data.errors ?? [],
    // The server sends an ID only for internal errors.
    requestId: parsedError.data.request_id ?? null,
    retryAfterS,
  });
}
