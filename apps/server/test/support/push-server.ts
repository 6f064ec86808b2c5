import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A self-signed certificate for `push.example` and its key, which is public: for tests only. */
export const PUSH_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnzCCAUSgAwIBAgIUPfMDu+13DG835BfA2bTqzRFLtVEwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMcHVzaC5leGFtcGxlMCAXDTI2MTEyNDEyNDIxMloYDzIxMjYx
MDMxMTI0MjEyWjAXMRUwEwYDVQQDDAxwdXNoLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAARXdZqmwB/nsjIEhT6qIc3XxIWWRepFMt+S74U3sbNqNA2/
3MzSG6qDFYUq/N4/kce9aGxiUKPXQ7oqtGT4KBHHo2wwajAdBgNVHQ4EFgQUv12e
eWA149ZS4XKpiHZgVrzpXngwHwYDVR0jBBgwFoAUv12eeWA149ZS4XKpiHZgVrzp
XngwDwYDVR0TAQH/BAUwAwEB/zAXBgNVHREEEDAOggxwdXNoLmV4YW1wbGUwCgYI
KoZIzj0EAwIDSQAwRgIhAJych2L5Vuja0OGKGVgScVJS50kTaihRyj1ou+xKjtbH
AiEAn6wPAlGxmvMvyaU4IJ2RdFxzqodfdnh9LyGlJA7aTKk=
-----END CERTIFICATE-----
`;

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCqTfkJuYTE6dGA6P
U6MUX7M2IJqprxskSIq8vXEOfEehRANCAARXdZqmwB/nsjIEhT6qIc3XxIWWRepF
Mt+S74U3sbNqNA2/3MzSG6qDFYUq/N4/kce9aGxiUKPXQ7oqtGT4KBHH
-----END PRIVATE KEY-----
`;

/** A message that was sent to a browser. */
export interface ReceivedPush {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The decrypted payload; null if the message was not accepted. */
  readonly payload: unknown;
}

/** A push service at `push.example` and the browsers that subscribed to it. */
export interface TestPushServer {
  readonly received: ReceivedPush[];
  /** Subscribes a browser; messages to it get its response status (201 by default). */
  subscribe(): TestSubscription;
  /** Closes all connections, so that the next message resolves the host name again. */
  disconnect(): void;
  close(): Promise<void>;
}

export interface TestSubscription {
  readonly token_id: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  respondWith(status: number, location?: string): void;
}

/** Starts a push service on this machine. */
export async function startPushServer(): Promise<TestPushServer> {
  const received: ReceivedPush[] = [];
  const browsers = new Map<
    string,
    { decrypt(body: Buffer): unknown; status: number; location: string | undefined }
  >();
  const server = createServer({ cert: PUSH_CERTIFICATE, key: KEY }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const browser = browsers.get(path);
      const status = browser?.status ?? 404;
      const payload = status === 201 ? (browser?.decrypt(Buffer.concat(chunks)) ?? null) : null;
      received.push({ path, headers, payload });
      response.writeHead(status, browser?.location ? { location: browser.location } : {}).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    received,
    subscribe: () => {
      const path = `/send/${browsers.size}`;
      const pair = createECDH('prime256v1');
      const publicKey = pair.generateKeys();
      const auth = randomBytes(16);
      const browser = {
        decrypt: (body: Buffer) => JSON.parse(decrypt(pair, auth, body)) as unknown,
        status: 201,
        location: undefined as string | undefined,
      };
      browsers.set(path, browser);
      return {
        token_id: `https://push.example:${port}${path}`,
        keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
        respondWith: (status, location) => Object.assign(browser, { status, location }),
      };
    },
    disconnect: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Decrypts a message as a browser does (RFC 8291 over RFC 8188), independently of the sender's library. */
function decrypt(browser: ReturnType<typeof createECDH>, auth: Buffer, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const senderKey = body.subarray(21, keyEnd);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
  const derive = (secret: Buffer, hkdfSalt: Buffer, purpose: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, hkdfSalt, purpose, length));
  const secret = derive(browser.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
