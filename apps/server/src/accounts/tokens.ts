import type { Role } from '@granary/domain/access/roles';
import { jwtVerify, SignJWT } from 'jose';

/** The claims of a token. The role is read from the database at each call, never from here. */
export interface TokenClaims {
  readonly id: string;
  readonly role: Role;
  readonly email: string;
  readonly sid: string;
}

const ALGORITHM = 'HS256';

/** Signs a session's token. */
export function signToken(
  key: Buffer,
  claims: TokenClaims,
  { issuedAt, expiresAt }: { readonly issuedAt: Date; readonly expiresAt: Date },
): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key);
}

/** The session id of a token; null if the token is not ours or has expired. */
export async function readSessionId(key: Buffer, token: string, now: Date): Promise<string | null> {
  try {
    const options = { algorithms: [ALGORITHM], currentDate: now };
    const { payload } = await jwtVerify(token, key, options);
    return typeof payload['sid'] === 'string' ? payload['sid'] : null;
  } catch {
    // Every invalid token is treated like no token.
    return null;
  }
}
