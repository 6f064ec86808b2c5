import * as contract from '@granary/contract/fans/schedule';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { toChangedBy } from '../access/signed-in.ts';
import { formatReply } from '../platform/http/error-message.ts';
import {
  ApiError,
  editConflictError,
  fieldError,
  invalidFieldsError,
} from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import { changeSchedule, type ScheduleOutcome, serializeSchedule } from './change-schedule.ts';
import { resumeFan } from './resume-fan.ts';
import { findFanSchedule } from './schedule-store.ts';

/** Reads and changes fan schedules, and resumes fans after a hold. */
export function scheduleRoutes(app: FastifyInstance, { db, guard, now }: RoutePorts): void {
  serve(app, guard, contract.getFanSchedule, async ({ query }) => {
    const schedule = await findFanSchedule(db, query.bin_id);
    if (!schedule) throw new ApiError('NOT_FOUND', 'binMissing');
    return serializeSchedule(schedule);
  });

  serve(app, guard, contract.setFanSchedule, async ({ actor, body, request }) => {
    const outcome = await changeSchedule(db, body, toChangedBy(actor, request, now()));
    if (outcome.kind !== 'saved') throw toApiError(outcome);
    return serializeSchedule(outcome.schedule);
  });

  serve(app, guard, contract.resumeFanControl, async ({ actor, body, request }) => {
    const outcome = await resumeFan(db, body.binId, toChangedBy(actor, request, now()));
    if (outcome === 'gone') throw new ApiError('NOT_FOUND', 'binMissing');
    if (outcome === 'locked') throw new ApiError('CONFLICT', 'fanStillLocked');
    return formatReply(request, 'fanResumed');
  });
}

function toApiError(outcome: Exclude<ScheduleOutcome, { kind: 'saved' }>): ApiError {
  switch (outcome.kind) {
    case 'gone':
      return new ApiError('NOT_FOUND', 'binMissing');
    case 'stale':
      return editConflictError(['schedule']);
    case 'moved':
      return invalidFieldsError([outcome.field]);
    case 'invalid':
      return fieldError(
        'INVALID_INPUT',
        outcome.field,
        outcome.problem === 'overlap' ? 'slotOverlaps' : 'slotNotSameDay',
      );
  }
}
