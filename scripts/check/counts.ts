/** What a runner counted; a check step counts as one. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

/** The sum of what several runners counted. */
export function sumOf(all: readonly Counts[]): Counts {
  return all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    NOTHING,
  );
}

/** Nothing failed, and something ran. */
export function isGood({ passed, failed }: Counts): boolean {
  return failed === 0 && passed > 0;
}

/** The counts in words; skipped ones only where there are some. */
export function inWords({ passed, failed, skipped }: Counts): string {
  const words = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${words}, ${skipped} skipped` : words;
}
