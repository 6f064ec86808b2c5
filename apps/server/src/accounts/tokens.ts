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

/** How many of the most recently verified tokens are cached. */
const MAX_CACHED = 10_000;

/** A token as we sign it, of limited length; jose also accepts other encodings of its signature. */
const SIGNED_TOKEN_PATTERN = /^[\w-]{1,200}\.[\w-]{1,1000}\.[\w-]{43}$/;

/** Verifies tokens. Verifying is the slowest part of many calls, so verified tokens are cached. */
export class TokenReader {
  private readonly verified = new Map<string, { readonly sid: string; readonly endsAt: number }>();

  constructor(private readonly key: Buffer) {}

  /** The session id of a token; null if the token is not ours or has expired. */
  async readSessionId(token: string, now: Date): Promise<string | null> {
    const known = this.verified.get(token);
    if (known && now.getTime() < known.endsAt) return known.sid;
    try {
      const options = { algorithms: [ALGORITHM], currentDate: now, requiredClaims: ['exp'] };
      const { payload } = await jwtVerify(token, this.key, options);
      const { sid, exp = 0 } = payload;
      if (typeof sid !== 'string') return null;
      if (SIGNED_TOKEN_PATTERN.test(token)) this.remember(token, { sid, endsAt: exp * 1000 });
      return sid;
    } catch {
      // Every invalid token is treated like no token.
      return null;
    }
  }

  private remember(
    token: string,
    session: { readonly sid: string; readonly endsAt: number },
  ): void {
    this.verified.set(token, session);
    const [oldest] = this.verified.keys();
    if (this.verified.size > MAX_CACHED && oldest !== undefined) this.verified.delete(oldest);
  }
}
