import { addBinSensor } from '@granary/contract/bins/add';
import type { Bin } from '@granary/contract/bins/http';
import {
  type BinSettingsEdit,
  updateAlerts,
  updateBin,
  updateCables,
  updateFanSettings,
  updateFirmware,
  updateGeneral,
  updateInventory,
} from '@granary/contract/bins/settings';
import type { Millis } from '@granary/domain/units';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../access/guard.ts';
import { changedBy } from '../access/signed-in.ts';
import type { SentenceKey } from '../locales/sentences.ts';
import { invalidFields, RefusalError } from '../platform/http/refusal.ts';
import { languageOf, say } from '../platform/http/sentence.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import { type AddOutcome, addBin } from './add.ts';
import { loadParts, type PartSources } from './parts.ts';
import { presentBin } from './present.ts';
import { changeSettings, type SettingsPorts, type SettingsRefusal } from './settings.ts';
import { loadBins } from './store.ts';

export interface BinSettingsPorts extends SettingsPorts {
  readonly guard: Guard<Caller>;
  readonly sources: PartSources;
  now(): Millis;
}

/** What a call of these gives. */
interface Saved {
  readonly RESP_MSG: string;
  readonly data: Bin;
}

interface SettingsCall {
  readonly actor: Caller;
  readonly params: { readonly binId: number };
  readonly body: BinSettingsEdit;
  readonly request: FastifyRequest;
}

/** New bins, and the settings of bins, a section at a time or all at once. */
export function binSettingsRoutes(app: FastifyInstance, ports: BinSettingsPorts): void {
  const { guard } = ports;
  const change = (sentence: SentenceKey) => (call: SettingsCall) => save(ports, call, sentence);
  serve(app, guard, updateGeneral, change('generalUpdated'));
  serve(app, guard, updateAlerts, change('alertsUpdated'));
  serve(app, guard, updateFirmware, change('firmwareUpdated'));
  serve(app, guard, updateInventory, change('inventoryUpdated'));
  serve(app, guard, updateFanSettings, change('fanSettingsUpdated'));
  serve(app, guard, updateCables, change('cablesUpdated'));
  serve(app, guard, updateBin, change('binUpdated'));

  serve(app, guard, addBinSensor, async ({ actor, body, request }) => {
    const by = changedBy(actor, request, ports.now());
    const { id, boardHasKey } = addedIn(await addBin(ports, body, by));
    const saved = await shown(ports, id, request, 'binAdded');
    return { ...saved, board_has_key: boardHasKey };
  });
}

async function save(
  ports: BinSettingsPorts,
  { actor, params, body, request }: SettingsCall,
  sentence: SentenceKey,
): Promise<Saved> {
  const by = changedBy(actor, request, ports.now());
  const outcome = await changeSettings(ports, params.binId, body, { actor: by.actor, by });
  if (outcome.kind !== 'saved') throw refusalOf(outcome);
  return shown(ports, params.binId, request, sentence);
}

async function shown(
  { db, sources }: BinSettingsPorts,
  id: number,
  request: FastifyRequest,
  sentence: SentenceKey,
): Promise<Saved> {
  const [parts] = await loadParts(db, sources, await loadBins(db, { ids: [id] }));
  if (!parts) throw refusalOf({ kind: 'gone' });
  const language = languageOf(request.headers['accept-language']);
  return { RESP_MSG: say(language, sentence), data: presentBin(parts) };
}

function addedIn(outcome: AddOutcome): Extract<AddOutcome, { kind: 'added' }> {
  switch (outcome.kind) {
    case 'added':
      return outcome;
    case 'no-farm':
      throw new RefusalError('NOT_FOUND', 'notFound');
    case 'not-the-owner':
      throw new RefusalError('INVALID_INPUT', 'notTheOwner', {
        fields: [{ path: 'userId', sentence: 'notTheOwner' }],
      });
    case 'no-version':
      throw invalidFields(['bin_firmware_version']);
    case 'board-elsewhere':
    case 'station-taken':
      throw refusalOf({ kind: outcome.kind });
  }
}

/** The answer to settings that cannot be as somebody wants them. */
function refusalOf(outcome: SettingsRefusal): RefusalError {
  switch (outcome.kind) {
    case 'gone':
      return new RefusalError('NOT_FOUND', 'binMissing');
    case 'stale':
      return new RefusalError('CONFLICT', 'conflict', {
        fields: outcome.fields.map((path) => ({ path, sentence: 'changedMeanwhile' })),
      });
    case 'forbidden':
      return new RefusalError('FORBIDDEN', 'notAllowed', {
        fields: outcome.fields.map((path) => ({ path, sentence: 'notAllowed' })),
      });
    case 'invalid':
      return invalidFields([outcome.field]);
    case 'alert-without-number':
      return new RefusalError('INVALID_INPUT', 'alertNeedsNumber', {
        fields: outcome.fields.map((path) => ({ path, sentence: 'alertNeedsNumber' })),
      });
    case 'levels-crossed':
      return new RefusalError('INVALID_INPUT', 'levelsCrossed', {
        fields: [{ path: outcome.field, sentence: 'levelsCrossed' }],
      });
    case 'board-elsewhere':
      return conflictIn('bin_topic', 'boardElsewhere');
    case 'station-taken':
      return conflictIn('bin_number', 'stationTaken');
    case 'address-taken':
      return conflictIn(outcome.field, 'cableAddressTaken');
  }
}

/** What is in use elsewhere: the whole answer says so, and the field. */
function conflictIn(path: string, sentence: SentenceKey): RefusalError {
  return new RefusalError('CONFLICT', sentence, { fields: [{ path, sentence }] });
}
