import { type Alerts, wireAlerts } from '../../src/app/wire-alerts.ts';
import { Metrics } from '../../src/platform/metrics/metrics.ts';
import { noMessages } from './no-messages.ts';
import type { TestApp } from './test-app.ts';

type Dependencies = Parameters<typeof wireAlerts>[0];

/**
 * The evaluation of alerts of a test app, which runs only when it is asked to, and sends no messages.
 * `parts` replaces some of its dependencies.
 */
export function wireTestAlerts(
  { db, now }: Pick<TestApp, 'db' | 'now'>,
  parts: Pick<Dependencies, 'failed'> & Partial<Dependencies>,
): Alerts {
  return wireAlerts(
    {
      db,
      now,
      repeat: () => () => {},
      metrics: new Metrics(),
      config: { publicUrl: null },
      createOptOutLink: () => null,
      ...parts,
    },
    noMessages,
  );
}
