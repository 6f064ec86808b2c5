import type { Language } from '@granary/contract/accounts/http';
import * as contract from '@granary/contract/cables/http';
import { millis } from '@granary/domain/units';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { toChangedBy } from '../access/signed-in.ts';
import { loadBin } from '../bins/store.ts';
import type { MessageKey } from '../locales/messages.ts';
import { findPreferredLanguage, formatMessage } from '../platform/http/error-message.ts';
import { ApiError, fieldError, invalidFieldsError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import type { Db } from '../platform/postgres/tables.ts';
import {
  type ConfigureOutcome,
  type ConfigurePorts,
  configureCables,
  withdrawCableChange,
} from './configure-cables.ts';
import { type ConfigurationRow, findConfiguration } from './store.ts';

const messageKeys: Readonly<
  Record<NonNullable<contract.CableConfiguration['status']>, MessageKey>
> = {
  pending: 'cablesWaiting',
  in_progress: 'cableChangeInProgress',
  completed: 'cablesConfigured',
  failed: 'cablesNotConfigured',
};

export interface CablePorts extends ConfigurePorts, RoutePorts {}

/** Reads, requests and withdraws over-the-air changes to cables. */
export function cableRoutes(app: FastifyInstance, ports: CablePorts): void {
  const { db, guard, now } = ports;
  serve(app, guard, contract.getCableConfiguration, ({ body, request }) =>
    loadConfiguration(db, body.id, request),
  );

  serve(app, guard, contract.updateCableConfiguration, async ({ actor, body, request }) => {
    const changedBy = toChangedBy(actor, request, now());
    assertAccepted(await configureCables(ports, body, changedBy));
    return loadConfiguration(db, body.binId, request);
  });

  serve(app, guard, contract.withdrawCableConfiguration, async ({ actor, body, request }) => {
    const outcome = await withdrawCableChange(ports, body, toChangedBy(actor, request, now()));
    if (outcome !== 'withdrawn') assertAccepted({ kind: outcome });
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
  const language = findPreferredLanguage(request.headers['accept-language']);
  return {
    binId,
    mainBoardId,
    binNumber,
    commands: row?.commands ?? [],
    isReceived: (row?.receivedAt ?? null) !== null,
    isReleased: (row?.releasedAt ?? null) !== null,
    status: row?.status ?? null,
    releasedAt: row?.releasedAt ? millis(row.releasedAt.getTime()) : null,
    message: row ? formatStatus(row, language) : '',
    oldId: row?.change?.oldId ?? null,
    newId: row?.change?.newId ?? null,
    version: row?.id ?? 0,
  };
}

/**
 * Formats the status of a cable change: the board's message after a failure, otherwise a message for the
 * status.
 */
function formatStatus({ status, message, commandId }: ConfigurationRow, language: Language) {
  if (status === 'failed' && message !== '') return message;
  // The change was stored by a server version that did not yet send commands to boards.
  if (status === 'pending' && commandId === null) return formatMessage(language, 'cablesNotSent');
  return formatMessage(language, messageKeys[status]);
}

function assertAccepted(outcome: ConfigureOutcome): void {
  switch (outcome.kind) {
    case 'accepted':
      return;
    case 'gone':
      throw new ApiError('NOT_FOUND', 'binMissing');
    case 'in-progress':
      throw new ApiError('CONFLICT', 'cableChangeInProgress');
    case 'unseen':
      throw new ApiError('CONFLICT', 'otherCableChange');
    case 'address-taken':
      throw fieldError('CONFLICT', 'new_cable_id', 'cableAddressTaken');
    case 'unknown-cable':
      throw fieldError('INVALID_INPUT', 'old_cable_id', 'cableUnknown');
    case 'invalid':
      throw invalidFieldsError([outcome.field]);
  }
}
