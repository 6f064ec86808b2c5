import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';

export interface LocalRequest {
  readonly token?: string | undefined;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The local address that the request is sent from. */
  readonly localAddress?: string | undefined;
}

/** Sends a request to a server on this machine; accepts any certificate. */
export async function sendLocally(
  url: string,
  { token, body, headers = {}, localAddress }: LocalRequest = {},
): Promise<IncomingMessage> {
  const { request } = url.startsWith('https:') ? https : http;
  const outgoing = request(url, {
    method: body === undefined ? 'GET' : 'POST',
    rejectUnauthorized: false,
    ...(localAddress !== undefined && { localAddress }),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  outgoing.on('error', () => {});
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return response;
}

/** Sends a request, and reads the response. */
export async function callLocally(
  url: string,
  options: LocalRequest = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await sendLocally(url, options);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
}

/** Signs in, and returns the token of the session. */
export async function signInLocally(
  url: string,
  credentials: { readonly email: string; readonly password: string },
  options: LocalRequest = {},
): Promise<string> {
  const body = JSON.stringify(credentials);
  const { status, text } = await callLocally(`${url}/api/user/login`, { ...options, body });
  const { RESP_MSG } = JSON.parse(text) as { readonly RESP_MSG: string };
  if (status !== 200) throw new Error(RESP_MSG);
  return RESP_MSG;
}
