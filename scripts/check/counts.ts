/** The number of tests by result; a check step is counted as one test. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0 };

/** The sum of the counts of several runners. */
export function sumCounts(all: readonly Counts[]): Counts {
  return all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    NO_TESTS,
  );
}

/** Whether nothing failed and something passed. */
export function isSuccess({ passed, failed }: Counts): boolean {
  return failed === 0 && passed > 0;
}

/** Formats counts, such as `12 passed, 0 failed`; skipped tests are included only if there are any. */
export function formatCounts({ passed, failed, skipped }: Counts): string {
  const text = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${text}, ${skipped} skipped` : text;
}
