import { expect } from 'vitest';
import { type Alerts, wireAlerts } from '../../src/app/wire-alerts.ts';
import { Metrics } from '../../src/platform/metrics/metrics.ts';
import { noMessages } from './no-messages.ts';
import type { TestApp } from './test-app.ts';

type Dependencies = Parameters<typeof wireAlerts>[0];

/**
 * Wires a test app's alerts, which are evaluated only on request and send no messages. `overrides` replaces
 * some of the dependencies. Unless it replaces `failed`, an error fails the test.
 */
export function wireTestAlerts(
  { db, now }: Pick<TestApp, 'db' | 'now'>,
  overrides: Partial<Dependencies> = {},
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
      ...overrides,
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
