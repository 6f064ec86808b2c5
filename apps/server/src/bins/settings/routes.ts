import { addBinSensor } from '@granary/contract/bins/add';
import type { Bin } from '@granary/contract/bins/http';
import * as contract from '@granary/contract/bins/settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller, RoutePorts } from '../../access/guard.ts';
import { toChangedBy } from '../../access/signed-in.ts';
import type { MessageKey } from '../../locales/messages.ts';
import { findPreferredLanguage, formatMessage } from '../../platform/http/error-message.ts';
import {
  ApiError,
  editConflictError,
  fieldError,
  invalidFieldsError,
} from '../../platform/http/error-response.ts';
import { serve } from '../../platform/http/serve.ts';
import { type AddOutcome, addBin } from '../add-bins.ts';
import { type BinDetailSources, loadBinDetails } from '../load-bin-details.ts';
import { serializeBin } from '../serialize-bin.ts';
import { loadBins } from '../store.ts';
import { changeSettings, type SettingsPorts, type SettingsProblem } from './change-settings.ts';

export interface BinSettingsPorts extends SettingsPorts, RoutePorts {
  readonly sources: BinDetailSources;
}

interface SavedResponse {
  readonly RESP_MSG: string;
  readonly data: Bin;
}

interface SettingsCall {
  readonly actor: Caller;
  readonly params: { readonly binId: number };
  readonly body: contract.BinSettingsEdit;
  readonly request: FastifyRequest;
}

/** Adds bins, and changes settings of bins, one section at a time or all together. */
export function binSettingsRoutes(app: FastifyInstance, ports: BinSettingsPorts): void {
  const { guard } = ports;
  const createSaveHandler = (messageKey: MessageKey) => (call: SettingsCall) =>
    saveSettings(ports, call, messageKey);
  serve(app, guard, contract.updateGeneral, createSaveHandler('generalUpdated'));
  serve(app, guard, contract.updateAlerts, createSaveHandler('alertsUpdated'));
  serve(app, guard, contract.updateFirmware, createSaveHandler('firmwareUpdated'));
  serve(app, guard, contract.updateInventory, createSaveHandler('inventoryUpdated'));
  serve(app, guard, contract.updateFanSettings, createSaveHandler('fanSettingsUpdated'));
  serve(app, guard, contract.updateCables, createSaveHandler('cablesUpdated'));
  serve(app, guard, contract.updateBin, createSaveHandler('binUpdated'));

  serve(app, guard, addBinSensor, async ({ actor, body, request }) => {
    const changedBy = toChangedBy(actor, request, ports.now());
    const { id, boardHasKey } = requireAddedBin(await addBin(ports, body, changedBy));
    const savedResponse = await loadSavedBin(ports, id, request, 'binAdded');
    return { ...savedResponse, board_has_key: boardHasKey };
  });
}

async function saveSettings(
  ports: BinSettingsPorts,
  { actor, params, body, request }: SettingsCall,
  messageKey: MessageKey,
): Promise<SavedResponse> {
  const changedBy = toChangedBy(actor, request, ports.now());
  const outcome = await changeSettings(ports, params.binId, body, {
    actor: changedBy.actor,
    changedBy,
  });
  if (outcome.kind !== 'saved') throw toApiError(outcome);
  return loadSavedBin(ports, params.binId, request, messageKey);
}

async function loadSavedBin(
  { db, sources }: BinSettingsPorts,
  id: number,
  request: FastifyRequest,
  messageKey: MessageKey,
): Promise<SavedResponse> {
  const [details] = await loadBinDetails(db, sources, await loadBins(db, { ids: [id] }));
  if (!details) throw toApiError({ kind: 'gone' });
  const language = findPreferredLanguage(request.headers['accept-language']);
  return { RESP_MSG: formatMessage(language, messageKey), data: serializeBin(details) };
}

function requireAddedBin(outcome: AddOutcome): Extract<AddOutcome, { kind: 'added' }> {
  switch (outcome.kind) {
    case 'added':
      return outcome;
    case 'no-farm':
      throw new ApiError('NOT_FOUND', 'notFound');
    case 'not-the-owner':
      throw fieldError('INVALID_INPUT', 'userId', 'notTheOwner');
    case 'no-version':
      throw invalidFieldsError(['bin_firmware_version']);
    case 'no-crop':
      throw invalidFieldsError(['crop_name']);
    case 'board-on-another-farm':
    case 'station-taken':
      throw toApiError({ kind: outcome.kind });
  }
}

function toApiError(outcome: SettingsProblem): ApiError {
  switch (outcome.kind) {
    case 'gone':
      return new ApiError('NOT_FOUND', 'binMissing');
    case 'stale':
      return editConflictError(outcome.fields);
    case 'forbidden':
      return new ApiError('FORBIDDEN', 'notAllowed', {
        fields: outcome.fields.map((path) => ({ path, messageKey: 'notAllowed' })),
      });
    case 'invalid':
      return invalidFieldsError([outcome.field]);
    case 'alert-without-number':
      return new ApiError('INVALID_INPUT', 'alertNeedsNumber', {
        fields: outcome.fields.map((path) => ({ path, messageKey: 'alertNeedsNumber' })),
      });
    case 'levels-crossed':
      return fieldError('INVALID_INPUT', outcome.field, 'levelsCrossed');
    case 'board-on-another-farm':
      return fieldError('CONFLICT', 'bin_topic', 'boardOnAnotherFarm');
    case 'station-taken':
      return fieldError('CONFLICT', 'bin_number', 'stationTaken');
    case 'fan-running':
      return fieldError('CONFLICT', outcome.field, 'fanRunning');
    case 'bin-entered':
      return fieldError('CONFLICT', outcome.field, 'binOccupied');
    case 'address-taken':
      return fieldError('CONFLICT', outcome.field, 'cableAddressTaken');
    case 'address-pending':
      return fieldError('CONFLICT', outcome.field, 'cableAddressPending');
  }
}
