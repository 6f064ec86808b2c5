import { expect } from 'vitest';
import { type Alerts, wireAlerts } from '../../src/app/wire-alerts.ts';
import { Metrics } from '../../src/platform/metrics/metrics.ts';
import { noMessages } from './no-messages.ts';
import type { TestApp } from './test-app.ts';

type Dependencies = Parameters<typeof wireAlerts>[0];

/**
 * A test app's alert evaluation, which runs only when asked to, and sends no messages. `parts` replaces some
 * of its dependencies. Without `failed`, an error fails the test.
 */
export function wireTestAlerts(
  { db, now }: Pick<TestApp, 'db' | 'now'>,
  parts: Partial<Dependencies> = {},
): Alerts {
  const errors: unknown[] = [];
  const alerts = wireAlerts(
    {
      db,
      now,
      repeat: () => () => {},
      metrics: new Metrics(),
      config: { publicUrl: null },
      createOptOutLink: () => null,
      failed: (error) => errors.push(error),
      ...parts,
    },
    noMessages,
  );
  const expectSuccess = (run: () => Promise<void>) => async () => {
    await run();
    expect(errors).toEqual([]);
  };
  return {
    ...alerts,
    evaluate: expectSuccess(alerts.evaluate),
    tick: expectSuccess(alerts.tick),
    stop: expectSuccess(alerts.stop),
  };
}
