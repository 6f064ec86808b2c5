import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY } from '@granary/domain/units';

/** How many days a path is valid for pages that stay open. */
const VALID_DAYS = 3;

/**
 * Signs the path of map tiles, the same for all users of a day, so that browsers and proxies can cache
 * the tiles. Only a signed-in user gets the path.
 */
export class TileSignature {
  constructor(
    private readonly key: Buffer,
    private readonly now: () => number,
  ) {}

  /** The signature of this day (UTC). */
  current(): string {
    return this.sign(this.day());
  }

  isValid(signature: string): boolean {
    const given = Buffer.from(signature);
    return Array.from({ length: VALID_DAYS }, (_, ago) => this.sign(this.day() - ago)).some(
      (known) => given.length === known.length && timingSafeEqual(given, Buffer.from(known)),
    );
  }

  private day(): number {
    return Math.floor(this.now() / DAY);
  }

  private sign(day: number): string {
    return createHmac('sha256', this.key).update(`map tiles ${day}`).digest('base64url');
  }
}
