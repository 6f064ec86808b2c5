import {
  type CableConfiguration,
  getCableConfiguration,
  updateCableConfiguration,
} from '@granary/contract/cables/http';
import { type Millis, millis } from '@granary/domain/units';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../access/guard.ts';
import { changedBy } from '../access/signed-in.ts';
import type { SentenceKey } from '../locales/sentences.ts';
import { invalidFields, RefusalError } from '../platform/http/refusal.ts';
import { languageOf, say } from '../platform/http/sentence.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import { type ConfigureOutcome, type ConfigurePorts, configureCables } from './configure.ts';
import { findConfiguration } from './store.ts';

export interface CablePorts extends ConfigurePorts {
  readonly guard: Guard<Caller>;
  now(): Millis;
}

const messages: Readonly<Record<NonNullable<CableConfiguration['status']>, SentenceKey>> = {
  pending: 'cablesWaiting',
  in_progress: 'cablesInWork',
  completed: 'cablesConfigured',
  failed: 'cablesNotConfigured',
};

/** What is to change on the cables of bins. */
export function cableRoutes(app: FastifyInstance, ports: CablePorts): void {
  const { guard, now } = ports;
  serve(app, guard, getCableConfiguration, ({ body, request }) => shown(ports, body.id, request));

  serve(app, guard, updateCableConfiguration, async ({ actor, body, request }) => {
    const by = changedBy(actor, request, now());
    assertWaiting(await configureCables(ports, body, by));
    return shown(ports, body.binId, request);
  });
}

async function shown(
  { db, loadBin }: CablePorts,
  binId: number,
  request: FastifyRequest,
): Promise<CableConfiguration> {
  const context = await loadBin(db, binId);
  if (!context) throw new RefusalError('NOT_FOUND', 'binMissing');
  const row = await findConfiguration(db, binId);
  const { mainBoardId, binNumber } = context.bin;
  const language = languageOf(request.headers['accept-language']);
  return {
    ...{ binId, mainBoardId, binNumber },
    commands: row?.commands ?? [],
    isReceived: (row?.receivedAt ?? null) !== null,
    isReleased: (row?.releasedAt ?? null) !== null,
    status: row?.status ?? null,
    releasedAt: row?.releasedAt ? millis(row.releasedAt.getTime()) : null,
    message: row ? say(language, messages[row.status]) : '',
    version: row?.id ?? 0,
  };
}

function assertWaiting(outcome: ConfigureOutcome): void {
  switch (outcome.kind) {
    case 'waiting':
      return;
    case 'gone':
      throw new RefusalError('NOT_FOUND', 'binMissing');
    case 'in-progress':
      throw new RefusalError('CONFLICT', 'cablesInWork');
    case 'unseen':
      throw new RefusalError('CONFLICT', 'cablesUnseen');
    case 'address-taken':
      throw new RefusalError('CONFLICT', 'cableAddressTaken', {
        fields: [{ path: 'new_cable_id', sentence: 'cableAddressTaken' }],
      });
    case 'unknown-cable':
      throw new RefusalError('INVALID_INPUT', 'cableUnknown', {
        fields: [{ path: 'old_cable_id', sentence: 'cableUnknown' }],
      });
    case 'invalid':
      throw invalidFields([outcome.field]);
  }
}
