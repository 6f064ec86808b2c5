import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY } from '@granary/domain/units';

/** How many days a path stays valid, for pages that are left open. */
const VALID_DAYS = 3;

/**
 * Signs the path of map tiles. The signature is the same for all users throughout a day, so that browsers and
 * proxies can cache the tiles. Only a signed-in user gets the path.
 */
export class TileSigner {
  constructor(
    private readonly key: Buffer,
    private readonly now: () => number,
  ) {}

  /** The signature for today (UTC). */
  signToday(): string {
    return this.sign(this.getCurrentDay());
  }

  isValid(signature: string): boolean {
    const givenSignature = Buffer.from(signature);
    return Array.from({ length: VALID_DAYS }, (_, daysAgo) =>
      this.sign(this.getCurrentDay() - daysAgo),
    ).some(
      (expectedSignature) =>
        givenSignature.length === expectedSignature.length &&
        timingSafeEqual(givenSignature, Buffer.from(expectedSignature)),
    );
  }

  private getCurrentDay(): number {
    return Math.floor(this.now() / DAY);
  }

  private sign(day: number): string {
    return createHmac('sha256', this.key).update(`map tiles ${day}`).digest('base64url');
  }
}
