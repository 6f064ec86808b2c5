import { errorBody } from '@granary/contract/errors';
import type { Route } from '@granary/contract/route';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { apiUrl, encode, encodeFields, type RequestOf, type Scalar } from './api-request.ts';
import { takePreloadedAnswer } from './preloaded-answers.ts';
import { currentSession, endSession } from './session.ts';

export type { RequestOf };

export type AnswerOf<R extends Route> = z.output<R['response']>;

/**
 * One call of the HTTP API: encodes what goes out and decodes what comes back by the contract.
 * Throws an ApiError; where the server no longer knows the stored token, the session ends first.
 */
export async function call<R extends Route>(
  to: R,
  request: RequestOf<R>,
  signal?: AbortSignal,
  file?: File,
): Promise<AnswerOf<R>> {
  return decode(to, await requestAnswer(to, request, signal, file));
}

/**
 * As `call`, to be made several times: an answer that is word for word the one before is that one,
 * and nobody has to read it or to draw it anew.
 */
export function makeRepeatable<R extends Route>(
  to: R,
  request: RequestOf<R>,
  signal?: AbortSignal,
): () => Promise<AnswerOf<R>> {
  let last: { readonly text: string; readonly answer: AnswerOf<R> } | null = null;
  return async () => {
    const told = await requestAnswer(to, request, signal);
    if (told.text !== last?.text) last = { text: told.text, answer: decode(to, told) };
    return last.answer;
  };
}

/** An answer as it came. */
interface RawAnswer {
  readonly response: Response;
  readonly text: string;
}

async function requestAnswer<R extends Route>(
  to: R,
  request: RequestOf<R>,
  signal?: AbortSignal,
  file?: File,
): Promise<RawAnswer> {
  const asker = currentSession();
  const response = await sendSignedIn(to, request, signal, file);
  const text = await response.text();
  if (asker !== null && asker.token !== currentSession()?.token) throw sessionEndedError(response);
  return { response, text };
}

function decode<R extends Route>(to: R, { response, text }: RawAnswer): AnswerOf<R> {
  const expected = to.isFullBody ? to.response : z.object({ RESP_MSG: to.response });
  const answer = z.safeDecode(expected, parseBody(text));
  if (!answer.success) {
    console.error(`${to.method} ${to.path}: the answer is not as agreed`, answer.error.issues);
    throw new ApiError({
      status: response.status,
      code: 'UNREADABLE',
      message: 'The answer cannot be read',
      requestId: response.headers.get('x-request-id'),
    });
  }
  const inside: unknown = to.isFullBody
    ? answer.data
    : (answer.data as { RESP_MSG: unknown }).RESP_MSG;
  return inside as AnswerOf<R>;
}

/** As `call`, with a file beside the fields of the body: a form is sent. */
export function callWithFile<R extends Route>(
  to: R,
  request: RequestOf<R>,
  file: File,
): Promise<AnswerOf<R>> {
  return call(to, request, undefined, file);
}

/** As `call`, for an answer that is too long to gather: as it comes. */
export function callForStream<R extends Route>(
  to: R,
  request: RequestOf<R>,
  signal?: AbortSignal,
): Promise<Response> {
  return sendSignedIn(to, request, signal);
}

async function sendSignedIn<R extends Route>(
  to: R,
  request: RequestOf<R>,
  signal: AbortSignal | undefined,
  file?: File,
): Promise<Response> {
  const token = currentSession()?.token ?? null;
  const response = await send(to, request, token, signal, file);
  if (response.ok) return response;
  const error = toApiError(response, parseBody(await response.text()));
  // A wrong password says nothing of the session that there is.
  const isTokenDead = error.status === 401 && error.code !== 'BAD_CREDENTIALS';
  if (isTokenDead && token !== null && token === currentSession()?.token) endSession('expired');
  throw error;
}

async function send<R extends Route>(
  to: R,
  request: RequestOf<R>,
  token: string | null,
  signal: AbortSignal | undefined,
  file: File | undefined,
): Promise<Response> {
  const headers: Record<string, string> = { 'Accept-Language': document.documentElement.lang };
  if (token !== null) headers['Authorization'] = `Bearer ${token}`;
  const init: RequestInit = { method: to.method, headers };
  if (signal !== undefined) init.signal = signal;
  const { body } = request as { body?: unknown };
  if (to.body !== undefined && file !== undefined) {
    init.body = toForm(encodeFields(to.body, body), file);
  } else if (to.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(encode(to.body, body));
  }
  const url = apiUrl(to, request);
  try {
    const preloaded =
      to.method === 'GET' ? takePreloadedAnswer(url, headers, performance.now()) : undefined;
    return await (preloaded ?? fetch(url, init));
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError({ status: 0, code: 'NETWORK', message: 'No answer' });
  }
}

/** The fields first: who reads the form knows them before the file comes. */
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

/** What was asked for in a session that is over is nobody's to see any more. */
function sessionEndedError({ status }: Response): ApiError {
  const message = 'The session is over';
  return new ApiError({ status, code: 'UNAUTHENTICATED', message });
}

/** What somebody else than our server, such as a proxy, says in an answer of its own shape. */
function messageIn(body: unknown): string {
  const said = z.safeParse(z.object({ RESP_MSG: z.string() }), body);
  return said.success ? said.data.RESP_MSG : '';
}

function toApiError(response: Response, body: unknown): ApiError {
  const known = z.safeParse(errorBody, body);
  const requestId = response.headers.get('x-request-id');
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterS = Number.isFinite(seconds) ? seconds : null;
  if (!known.success) {
    const message = typeof body === 'string' ? body : messageIn(body);
    const code = response.status >= 500 ? 'INTERNAL_ERROR' : 'BAD_REQUEST';
    return new ApiError({ status: response.status, code, message, requestId, retryAfterS });
  }
  return new ApiError({
    status: response.status,
    code: known.data.RESP_CODE,
    message: known.data.RESP_MSG,
    fields: known.data.errors ?? [],
    // The server names the call where the fault is its own; elsewhere an id helps nobody.
    requestId: known.data.request_id ?? null,
    retryAfterS,
  });
}
