import {
  addFirmware as addFirmwareRoute,
  deleteFirmware as deleteFirmwareRoute,
  FIRMWARE_FILES,
  FIRMWARE_PAGE,
  getBinFirmwares,
  getFirmwares,
  MAX_FIRMWARE_BYTES,
} from '@granary/contract/firmware/http';
import { pageOf } from '@granary/contract/pagination';
import { scopeOf } from '@granary/domain/access/access';
import type { Millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../access/guard.ts';
import { changedBy, signedIn } from '../access/signed-in.ts';
import type { SentenceKey } from '../locales/sentences.ts';
import { firstNamed } from '../platform/http/first-named.ts';
import { RefusalError } from '../platform/http/refusal.ts';
import { languageOf, say } from '../platform/http/sentence.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import { serveUpload, type UploadedFile } from '../platform/http/upload.ts';
import { addFirmware, type DeletionPorts, deleteFirmware } from './change.ts';
import { findBinFirmwares, findFirmwares } from './store.ts';

export interface FirmwarePorts extends DeletionPorts {
  readonly guard: Guard<Caller>;
  now(): Millis;
}

/** Firmware files, which staff see and admins add, and what boards run. */
export function firmwareRoutes(app: FastifyInstance, ports: FirmwarePorts): void {
  const { db, guard, now } = ports;
  serve(app, guard, getFirmwares, () => findFirmwares(db));

  serve(app, guard, getBinFirmwares, async ({ actor, query: { page } }) => {
    const { total, bins } = await findBinFirmwares(db, scopeOf(signedIn(actor)), page);
    const pagination = pageOf(page, FIRMWARE_PAGE, total, false);
    return { RESP_MSG: 'OK', data: [...bins], pagination };
  });

  serveUpload(app, guard, addFirmwareRoute, MAX_FIRMWARE_BYTES, async (call, file) => {
    const { actor, body, request } = call;
    const problem = problemOf(file);
    if (file === null || problem !== null) throw refusal(problem ?? 'firmwareMissing');
    const added = await addFirmware(db, body, file.bytes, changedBy(actor, request, now()));
    if (!added) {
      throw new RefusalError('CONFLICT', 'firmwareTaken', {
        fields: [{ path: 'version', sentence: 'firmwareTaken' }],
      });
    }
    return added;
  });

  serve(app, guard, deleteFirmwareRoute, async ({ actor, body, request }) => {
    const outcome = await deleteFirmware(ports, body.id, changedBy(actor, request, now()));
    switch (outcome.kind) {
      case 'deleted':
        return say(languageOf(request.headers['accept-language']), 'firmwareDeleted');
      case 'gone':
        throw new RefusalError('NOT_FOUND', 'notFound');
      case 'held': {
        const values = { firmware: outcome.firmware, bins: firstNamed(outcome.bins) };
        throw new RefusalError('CONFLICT', 'firmwareInUse', { values });
      }
    }
  });
}

function problemOf(file: UploadedFile | null): SentenceKey | null {
  if (file === null) return 'firmwareMissing';
  if (!FIRMWARE_FILES.test(file.name)) return 'firmwareWrongType';
  return file.bytes.length === 0 ? 'firmwareEmpty' : null;
}

function refusal(sentence: SentenceKey): RefusalError {
  return new RefusalError('INVALID_INPUT', sentence, { fields: [{ path: 'file', sentence }] });
}
