import type { alertStates } from '@granary/contract/alerts/filters';
import {
  type Alert,
  acknowledgeAlert,
  DEFAULT_ALERTS_PER_PAGE,
  getAlerts,
  MAX_ALERTS_PER_PAGE,
} from '@granary/contract/alerts/http';
import type { AlertRule } from '@granary/domain/alerts/alert';
import { DAY, MINUTE, millis, SECOND } from '@granary/domain/units';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RouteRequest } from '../../../lib/api.ts';
import { now } from '../../../lib/clock.ts';

/** While bins are being checked, a list that can contain open alerts is fetched again after this time. */
const REFETCH_INTERVAL_MS = 10 * SECOND;

/** The filters of an alert list. */
export interface AlertFilters {
  /** Open alerts if not given. */
  readonly state?: Exclude<(typeof alertStates)[number], 'open'>;
  readonly farm?: number;
  readonly bin?: number;
  readonly rule?: AlertRule;
  /** Part of the name of the bin, farm or owner, or of the owner's phone number. */
  readonly search?: string;
}

/**
 * One page of alerts, numbered from 1: open alerts first, by severity; the newest first within each severity
 * and among the closed alerts.
 */
export function alertsQuery(filters: AlertFilters, page: number) {
  const { state = 'open', farm, bin, rule, search } = filters;
  const query: RouteRequest<typeof getAlerts>['query'] = {
    state,
    page,
    limit: DEFAULT_ALERTS_PER_PAGE,
    ...(farm !== undefined && { farm_id: farm }),
    ...(bin !== undefined && { bin_id: bin }),
    ...(rule !== undefined && { rule }),
    ...(search !== undefined && { search }),
  };
  return queryOptions({
    queryKey: ['alerts', filters, page],
    queryFn: ({ signal }) => call(getAlerts, { query }, signal),
    placeholderData: keepPreviousData,
    // A check without findings does not change any alerts, so no live update reports its end.
    refetchInterval: ({ state: { data } }) =>
      state !== 'closed' && data?.unchecked_bins ? REFETCH_INTERVAL_MS : false,
  });
}

/** The open alerts of a bin, worst first. */
export function binAlertsQuery(binId: number) {
  // At most one for each rule, so they fit on a page.
  const query = { state: 'open', bin_id: binId, page: 1, limit: DEFAULT_ALERTS_PER_PAGE } as const;
  return queryOptions({
    queryKey: ['alerts', 'bin', binId],
    queryFn: async ({ signal }): Promise<Alert[]> =>
      (await call(getAlerts, { query }, signal)).data,
  });
}

/** A bin's alerts that were open in the last `days` days. */
export function recentAlertsQuery(binId: number, days: number) {
  return queryOptions({
    queryKey: ['alerts', 'recent', binId, days],
    queryFn: async ({ signal }): Promise<Alert[]> => {
      const since = millis(now() - days * DAY);
      const alerts: Alert[] = [];
      for (let page = 1; ; page++) {
        const query = {
          state: 'all',
          bin_id: binId,
          since,
          page,
          limit: MAX_ALERTS_PER_PAGE,
        } as const;
        const { data, pagination } = await call(getAlerts, { query }, signal);
        alerts.push(...data);
        if (!pagination.hasNextPage) return alerts;
      }
    },
    staleTime: 5 * MINUTE,
  });
}

/** Acknowledges an alert, then refetches all alert lists. */
export function useAcknowledgeAlert() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, note }: Pick<Alert, 'id' | 'note'>) =>
      call(acknowledgeAlert, { params: { alertId: id }, body: { note } }),
    // Also after an error, because someone else may have acknowledged the alert.
    onSettled: () => client.invalidateQueries({ queryKey: ['alerts'] }),
  });
}
