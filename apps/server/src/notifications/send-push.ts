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

/** A push service accepts at most 4 KB, in which a letter takes up to 3 bytes. */
const TITLE_LENGTH = 200;
const BODY_LENGTH = 600;

/**
 * Sends a notification to a device, and removes a device that its push service does not know.
 *
 * @returns Whether it was sent; false if the user signed out on the device or unsubscribed.
 * @throws OutboundError, or an Error with the status, when another attempt may succeed.
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

/** The payload of the spec, to the letter. */
function toPayload({ title, body, target, at }: NewPush): string {
  return JSON.stringify({
    notification: { title: title.slice(0, TITLE_LENGTH) },
    data: {
      body: body.slice(0, BODY_LENGTH),
      click_action: target,
      date_time: new Date(at).toISOString(),
    },
  });
}
