import { createECDH } from 'node:crypto';
import { SECOND } from '@granary/domain/units';
import webPush from 'web-push';
import type { Outbound } from '../outbound/outbound.ts';

/** Where a browser receives messages, and the keys that encrypt them. */
export interface PushSubscription {
  readonly endpoint: string;
  /** The public key of the browser, base64url. */
  readonly p256dh: string;
  /** The authentication secret of the browser, base64url. */
  readonly auth: string;
}

export interface PushMessage {
  /** A later message with the same topic replaces an undelivered one; up to 32 characters. */
  readonly topic: string;
  readonly payload: string;
  /** How long the push service stores the message, ms. */
  readonly timeToLive: number;
}

/** The result of posting a message to a push service. */
export type PushOutcome =
  | { readonly kind: 'accepted' }
  /** The browser unsubscribed. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly status: number };

const LIMITS = { timeoutMs: 10_000, maxBytes: 100_000 };

/** Sends messages to browsers through their push services (RFC 8030, 8291, 8292). */
export class WebPush {
  /** The key that browsers need to subscribe, base64url. */
  readonly publicKey: string;
  private readonly privateKey: string;

  constructor(
    private readonly outbound: Pick<Outbound, 'post' | 'isPrivate'>,
    /** The private key (P-256, 32 bytes) of this server. */
    vapidKey: Buffer,
    /** The contact for push services about this server: an https or mailto address. */
    private readonly subject: string,
  ) {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(vapidKey);
    this.publicKey = pair.getPublicKey('base64url');
    this.privateKey = vapidKey.toString('base64url');
  }

  /** Whether messages can be posted to an endpoint: https at a public address. */
  async isUsable(endpoint: string): Promise<boolean> {
    if (!URL.canParse(endpoint)) return false;
    const url = new URL(endpoint);
    const hasCredentials = url.username !== '' || url.password !== '';
    return url.protocol === 'https:' && !hasCredentials && !(await this.outbound.isPrivate(url));
  }

  /** Posts a message. @throws OutboundError when the push service does not respond. */
  async send(
    { endpoint, p256dh, auth }: PushSubscription,
    { topic, payload, timeToLive }: PushMessage,
  ): Promise<PushOutcome> {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payload,
      {
        vapidDetails: {
          subject: this.subject,
          publicKey: this.publicKey,
          privateKey: this.privateKey,
        },
        TTL: Math.max(0, Math.floor(timeToLive / SECOND)),
        urgency: 'high',
        topic,
      },
    );
    const { status } = await this.outbound.post(
      new URL(endpoint),
      { headers: toTextHeaders(headers), body },
      LIMITS,
      { isPublicOnly: true },
    );
    if (status >= 200 && status < 300) return { kind: 'accepted' };
    return status === 404 || status === 410 ? { kind: 'gone' } : { kind: 'failed', status };
  }
}

function toTextHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
