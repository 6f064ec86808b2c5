import type { Millis } from '@granary/domain/units';
import type { Db } from '../platform/postgres/tables.ts';
import type { NewPush } from './notify.ts';
import { findPushKeys, forgetDevice } from './store.ts';

export interface SendPushPorts {
  readonly db: Db;
  now(): Millis;
  /** Posts a message to the push service of a browser. */
  send(
    subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string },
    message: { readonly topic: string; readonly payload: string; readonly timeToLive: number },
  ): Promise<
    { readonly kind: 'accepted' | 'gone' } | { readonly kind: 'failed'; readonly status: number }
  >;
}

/**
 * The maximum sizes of a title and a body, in bytes of JSON: a push service accepts at most 4 KB, including
 * the encryption.
 */
const MAX_TITLE_BYTES = 600;
const MAX_BODY_BYTES = 2_000;

/**
 * Sends a notification to a device, and removes a device that its push service no longer recognizes.
 *
 * @returns Whether it was sent; false if the user signed out on the device or unsubscribed.
 * @throws OutboundError, or an Error with the status, when another attempt might succeed.
 */
export async function sendPush(
  { db, now, send }: SendPushPorts,
  id: string,
  push: NewPush,
  expiresAt: Millis,
): Promise<boolean> {
  const { token, userId } = push;
  const keys = await findPushKeys(db, token, userId);
  if (keys === null) return false;
  const outcome = await send(
    { endpoint: token, ...keys },
    { topic: id.replaceAll('-', ''), payload: toPayload(push), timeToLive: expiresAt - now() },
  );
  switch (outcome.kind) {
    case 'accepted':
      return true;
    case 'gone':
      await forgetDevice(db, token);
      return false;
    case 'failed':
      throw new Error(`The push service responded with ${outcome.status}.`);
  }
}

/** The payload, exactly as in the spec. */
function toPayload({ title, body, target, at }: NewPush): string {
  return JSON.stringify({
    notification: { title: truncateToBytes(title, MAX_TITLE_BYTES) },
    data: {
      body: truncateToBytes(body, MAX_BODY_BYTES),
      click_action: target,
      date_time: new Date(at).toISOString(),
    },
  });
}

/** The longest prefix of `text` that takes at most `maxBytes` bytes in JSON; no code point is split. */
function truncateToBytes(text: string, maxBytes: number): string {
  let remainingBytes = maxBytes;
  let end = 0;
  for (const character of text) {
    remainingBytes -= Buffer.byteLength(JSON.stringify(character)) - 2;
    if (remainingBytes < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}
