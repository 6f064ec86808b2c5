import { createHmac, timingSafeEqual } from 'node:crypto';

/** The token in a contact's opt-out link. It has no other use and needs no storage. */
export function createOptOutToken(key: Buffer, contactId: number): string {
  return `${contactId}.${sign(key, contactId).toString('base64url')}`;
}

/** The ID of a token's contact; null if this server did not create the token. */
export function verifyOptOutToken(key: Buffer, token: string): number | null {
  const [, id, signature] = /^(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  if (id === undefined || signature === undefined) return null;
  const isValid = timingSafeEqual(sign(key, Number(id)), Buffer.from(signature, 'base64url'));
  return isValid ? Number(id) : null;
}

function sign(key: Buffer, contactId: number): Buffer {
  return createHmac('sha256', key).update(`farm contact opt-out:${contactId}`).digest();
}
