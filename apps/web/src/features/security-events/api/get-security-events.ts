import { getSecurityEvents } from '@granary/contract/security-events/http';
import type { SecurityEventKind } from '@granary/domain/security-events/security-event';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The filters for the list of events. */
export interface EventFilters {
  readonly kind?: SecurityEventKind;
  readonly address?: string;
  /** The account that the events are about, or that caused them. */
  readonly user?: number;
  readonly board?: string;
}

/** A page of security events, newest first; pages are numbered from 1. */
export function securityEventsQuery(filters: EventFilters, page: number) {
  const { kind, address, user, board } = filters;
  const query = {
    page,
    ...(kind !== undefined && { kind }),
    ...(address !== undefined && { address }),
    ...(user !== undefined && { user_id: user }),
    ...(board !== undefined && { main_board_id: board }),
  };
  return queryOptions({
    queryKey: ['security-events', filters, page],
    queryFn: ({ signal }) => call(getSecurityEvents, { query }, signal),
    placeholderData: keepPreviousData,
  });
}
