import type { Role } from '@granary/domain/access/roles';
import { jwtVerify, SignJWT } from 'jose';

/** The claims of a token. The role is read from the database on every call, never from the token. */
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
const MAX_CACHED_TOKENS = 10_000;

/**
 * Matches tokens exactly as we sign them. Only these are cached, because jose also accepts other encodings of
 * a signature.
 */
const SIGNED_TOKEN_PATTERN = /^[\w-]{1,200}\.[\w-]{1,1000}\.[\w-]{43}$/;

/** Verifies tokens. Verifying is the slowest part of many calls, so verified tokens are cached. */
export class TokenVerifier {
  private readonly verifiedTokens = new Map<
    string,
    { readonly sid: string; readonly expiresAt: number }
  >();

  constructor(private readonly key: Buffer) {}

  /** The session ID of a token; null if the token is not ours or has expired. */
  async readSessionId(token: string, now: Date): Promise<string | null> {
    const cachedSession = this.verifiedTokens.get(token);
    if (cachedSession && now.getTime() < cachedSession.expiresAt) return cachedSession.sid;
    try {
      const options = { algorithms: [ALGORITHM], currentDate: now, requiredClaims: ['exp'] };
      const { payload } = await jwtVerify(token, this.key, options);
      const { sid, exp = 0 } = payload;
      if (typeof sid !== 'string') return null;
      if (SIGNED_TOKEN_PATTERN.test(token)) this.addToCache(token, { sid, expiresAt: exp * 1000 });
      return sid;
    } catch {
      // An invalid token is treated like a missing one.
      return null;
    }
  }

  private addToCache(
    token: string,
    session: { readonly sid: string; readonly expiresAt: number },
  ): void {
    this.verifiedTokens.set(token, session);
    const [oldest] = this.verifiedTokens.keys();
    if (this.verifiedTokens.size > MAX_CACHED_TOKENS && oldest !== undefined)
      this.verifiedTokens.delete(oldest);
  }
}
