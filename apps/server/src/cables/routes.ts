import * as contract from '@granary/contract/cables/http';
import { millis } from '@granary/domain/units';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { changedBy } from '../access/signed-in.ts';
import { loadBin } from '../bins/store.ts';
import type { MessageKey } from '../locales/messages.ts';
import { formatMessage, preferredLanguage } from '../platform/http/error-message.ts';
import { ApiError, fieldError, invalidFieldsError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { type ConfigureOutcome, configureCables } from './configure-cables.ts';
import { findConfiguration } from './store.ts';

const messages: Readonly<Record<NonNullable<contract.CableConfiguration['status']>, MessageKey>> = {
  pending: 'cablesWaiting',
  in_progress: 'cablesInWork',
  completed: 'cablesConfigured',
  failed: 'cablesNotConfigured',
};

/** Reads and requests changes of cables over the air. */
export function cableRoutes(app: FastifyInstance, ports: RoutePorts): void {
  const { db, guard, now } = ports;
  serve(app, guard, contract.getCableConfiguration, ({ body, request }) =>
    loadConfiguration(db, body.id, request),
  );

  serve(app, guard, contract.updateCableConfiguration, async ({ actor, body, request }) => {
    const by = changedBy(actor, request, now());
    assertAccepted(await configureCables(db, body, by));
    return loadConfiguration(db, body.binId, request);
  });
}

async function loadConfiguration(
  db: Db,
  binId: number,
  request: FastifyRequest,
): Promise<contract.CableConfiguration> {
  const context = await loadBin(db, binId);
  if (!context) throw new ApiError('NOT_FOUND', 'binMissing');
  const row = await findConfiguration(db, binId);
  const { mainBoardId, binNumber } = context.bin;
  const language = preferredLanguage(request.headers['accept-language']);
  return {
    binId,
    mainBoardId,
    binNumber,
    commands: row?.commands ?? [],
    isReceived: (row?.receivedAt ?? null) !== null,
    isReleased: (row?.releasedAt ?? null) !== null,
    status: row?.status ?? null,
    releasedAt: row?.releasedAt ? millis(row.releasedAt.getTime()) : null,
    message: row ? formatMessage(language, messages[row.status]) : '',
    version: row?.id ?? 0,
  };
}

function assertAccepted(outcome: ConfigureOutcome): void {
  switch (outcome.kind) {
    case 'accepted':
      return;
    case 'gone':
      throw new ApiError('NOT_FOUND', 'binMissing');
    case 'in-progress':
      throw new ApiError('CONFLICT', 'cablesInWork');
    case 'unseen':
      throw new ApiError('CONFLICT', 'cablesUnseen');
    case 'address-taken':
      throw fieldError('CONFLICT', 'new_cable_id', 'cableAddressTaken');
    case 'unknown-cable':
      throw fieldError('INVALID_INPUT', 'old_cable_id', 'cableUnknown');
    case 'invalid':
      throw invalidFieldsError([outcome.field]);
  }
}
