import {
  applyAlertLimits,
  type LimitOutcome,
  MAX_BINS_PER_CHANGE,
  previewAlertLimits,
} from '@granary/contract/alerts/limits';
import { getActorScope } from '@granary/domain/access/access';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../../access/guard.ts';
import { requireSignedIn, toChangedBy } from '../../access/signed-in.ts';
import { serve } from '../../platform/http/serve.ts';
import { previewLimits, toReason, toSettingsEdit } from './alert-limits.ts';
import { changeSettings, type SettingsPorts } from './change-settings.ts';
import { findBinLimits, findBinsInScope } from './limits-store.ts';

/** Previews and applies the same alert limits for multiple bins. */
export function alertLimitRoutes(app: FastifyInstance, ports: SettingsPorts & RoutePorts): void {
  const { db, guard, now } = ports;
  serve(app, guard, previewAlertLimits, async ({ actor, body }) => {
    const bins = await findBinLimits(db, getActorScope(requireSignedIn(actor)), body.search);
    return previewLimits(bins, body.limits, MAX_BINS_PER_CHANGE);
  });

  serve(app, guard, applyAlertLimits, async ({ actor, body, request }) => {
    const changedBy = toChangedBy(actor, request, now());
    const { limits, bins } = body;
    const edit = toSettingsEdit(limits);
    const scope = getActorScope(changedBy.actor);
    const visibleIds = await findBinsInScope(
      db,
      scope,
      bins.map(({ id }) => id),
    );
    const unchanged: LimitOutcome['unchanged'] = [];
    // One transaction per bin, because each change waits for the bin's readings to be stored.
    for (const { id, version } of bins) {
      const outcome = visibleIds.has(id)
        ? await changeSettings(
            ports,
            id,
            { ...edit, version },
            { actor: changedBy.actor, changedBy },
          )
        : ({ kind: 'gone' } as const);
      if (outcome.kind === 'saved') continue;
      const reason = toReason(outcome);
      if (reason === null) throw new Error(`Limits of bin ${id} were not saved: ${outcome.kind}`);
      unchanged.push({ id, reason });
    }
    return { changedCount: bins.length - unchanged.length, unchanged };
  });
}
